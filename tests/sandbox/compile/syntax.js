// Not quite JavaScript.
//: verdict compile_error
const = 3;
