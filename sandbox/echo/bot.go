package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(make([]byte, 65536), 65536)
	for lines.Scan() {
		fmt.Println(lines.Text())
	}
}
