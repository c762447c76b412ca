@file:JvmName("Ledger")

package dev.slipstream.examples.kotlin

import dev.slipstream.examples.load.Load
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineExceptionHandler
import kotlinx.coroutines.CoroutineName
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.delay
import kotlinx.coroutines.joinAll
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeout

private const val PER_SECOND = 2_000
private const val ACCOUNTS = 64
private const val MOST = 10

/**
 * Ledger of Kotlin coroutines, on the default dispatcher, with debug names: a thread bears the name of the coroutine that it runs. An
 * account is a coroutine that books what its channel has. An operation is a transfer, a coroutine that has two accounts book it, and
 * looks for its own name whenever it goes on.
 *
 * Arguments and output: those of [Load].
 */
fun main(args: Array<String>) {
    System.setProperty("kotlinx.coroutines.debug", "on")
    Load.main(args, PER_SECOND, ::run)
}

private fun run(load: Load) {
    val failing = CoroutineExceptionHandler { _, failure -> load.fail(failure) }
    val transfers = SupervisorJob()
    val accounts = List(ACCOUNTS) { Account("account-$it", CoroutineScope(Dispatchers.Default + SupervisorJob() + failing)) }
    val scope = CoroutineScope(Dispatchers.Default + transfers + failing)
    load.issue(1) { number ->
        scope.launch(CoroutineName("transfer-$number")) {
            transfer(number, accounts)
            load.done(number)
        }
    }
    load.awaitReady()
    val count = load.awaitEnd()
    runBlocking {
        withTimeout(Load.PATIENCE_MILLIS) {
            transfers.complete()
            transfers.join()
            accounts.forEach { it.bookings.close() }
            accounts.map { it.booking }.joinAll()
        }
    }
    val expected = LongArray(ACCOUNTS)
    for (number in 0 until count) {
        expected[from(number)] -= amount(number)
        expected[to(number)] += amount(number)
    }
    accounts.forEachIndexed { i, account ->
        Load.check(account.balance == expected[i], "account %d has %d instead of %d", i, account.balance, expected[i])
    }
}

private fun from(number: Long) = (number % ACCOUNTS).toInt()

private fun to(number: Long) = ((7 * number + 3) % ACCOUNTS).toInt()

private fun amount(number: Long) = number % MOST

private suspend fun transfer(number: Long, accounts: List<Account>) {
    val name = "transfer-$number"
    checkName(name)
    accounts[from(number)].book(-amount(number))
    checkName(name)
    delay(1)
    checkName(name)
    accounts[to(number)].book(amount(number))
    checkName(name)
}

private fun checkName(coroutine: String) {
    val name = Thread.currentThread().name
    Load.check("@$coroutine#" in name, "the thread that runs %s has the name %s", coroutine, name)
}

private class Booking(val amount: Long, val booked: CompletableDeferred<Unit>)

private class Account(name: String, scope: CoroutineScope) {
    val bookings = Channel<Booking>()

    @Volatile
    var balance = 0L

    val booking = scope.launch(CoroutineName(name)) {
        for (each in bookings) {
            checkName(name)
            balance += each.amount
            each.booked.complete(Unit)
        }
    }

    suspend fun book(amount: Long) {
        val booked = CompletableDeferred<Unit>()
        bookings.send(Booking(amount, booked))
        booked.await()
    }
}
