package shop;

import dev.slipstream.naming.ThreadNames;

/** Names its thread after the order that it works on, without a system call for each name. */
public final class Shop {
    private Shop() {}

    public static void main(String[] args) {
        for (int order = 1; order <= 3; order++) {
            ThreadNames.set("order " + order);
            System.out.println(Thread.currentThread().getName() + ": sent");
        }
        System.out.println("names by " + ThreadNames.mode());
    }
}
