package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		squares := make(chan int)
		for i := 0; i < 10; i++ {
			go func(i int) { squares <- i * i }(i)
		}
		sum := 0
		for i := 0; i < 10; i++ {
			sum += <-squares
		}
		out, _ := exec.Command("/bin/echo", "0").Output()
		rest, _ := strconv.Atoi(strings.TrimSpace(string(out)))
		fmt.Println(sum + rest)
	}
}
