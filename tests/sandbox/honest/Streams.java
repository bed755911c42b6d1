import java.util.Scanner;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

public class Streams {
    public static void main(String[] arguments) {
        Scanner lines = new Scanner(System.in);
        while (lines.hasNextLine()) {
            lines.nextLine();
            int half = IntStream.range(0, 10).parallel().map(i -> i * i).sum();
            int rest = CompletableFuture.supplyAsync(() -> UUID.randomUUID().variant() - 2).join();
            System.out.println(half + rest);
        }
    }
}
