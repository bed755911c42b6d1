// Computes for ever before it is a program.
//: verdict compile_(error|limit)
//: limits cpu_seconds=1
template <unsigned long long n> constexpr unsigned long long spin() {
    unsigned long long sum = 0;
    for (unsigned long long i = 0; i < 100000; i++) sum += i * n;
    return sum;
}
template <unsigned long long... n> struct all {};
template <unsigned long long n> struct many {
    static constexpr unsigned long long value = spin<n>() + many<n - 1>::value;
};
template <> struct many<0> { static constexpr unsigned long long value = 0; };
static_assert(many<800>::value > 0);
int main() {}
