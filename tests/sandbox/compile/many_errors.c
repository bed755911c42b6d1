// More complaints than anybody wants to read.
//: verdict compile_error
#define A(x) B(x) B(x) B(x) B(x) B(x) B(x) B(x) B(x) B(x) B(x)
#define B(x) C(x) C(x) C(x) C(x) C(x) C(x) C(x) C(x) C(x) C(x)
#define C(x) D(x) D(x) D(x) D(x) D(x) D(x) D(x) D(x) D(x) D(x)
#define D(x) x x x x x x x x x x
A(error error error error)
