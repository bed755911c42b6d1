// A file whose name is not that of its class.
//: verdict compile_error
public class Other {}
