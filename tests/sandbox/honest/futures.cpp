#include <future>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

int main() {
    std::string line;
    while (std::getline(std::cin, line)) {
        std::vector<std::future<int>> squares;
        for (int i = 0; i < 10; i++)
            squares.push_back(std::async(std::launch::async, [i] { return i * i; }));
        int sum = 0;
        for (auto &square : squares) sum += square.get();
        try {
            throw std::runtime_error("caught");
        } catch (const std::exception &) {
            std::cout << sum << std::endl;
        }
    }
}
