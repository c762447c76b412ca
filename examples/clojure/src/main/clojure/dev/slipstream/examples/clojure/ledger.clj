(ns dev.slipstream.examples.clojure.ledger
  "Ledger of Clojure: go blocks of core.async that make transfers, and accounts that are agents. An operation is a transfer, which two
  agents book one after the other.

  Main class and arguments: clojure.main -m dev.slipstream.examples.clojure.ledger, and those of Load, whose output it has."
  (:require [clojure.core.async :as async :refer [<! >!! chan go-loop put!]])
  (:import (dev.slipstream.examples.load Load Load$Application Load$Operation)))

(def ^:private per-second 1500)
(def ^:private workers 16)
(def ^:private account-count 64)

(defn- from [number] (mod number account-count))
(defn- to [number] (mod (+ (* 7 number) 3) account-count))
(defn- amount [number] (mod number 10))

(defn- book
  "Has an agent book an amount, and returns a channel that then has a value."
  [account amount]
  (let [booked (chan 1)]
    (send account (fn [balance]
                    (put! booked true)
                    (+ balance amount)))
    booked))

(defn- work
  "Makes the transfers that a channel has, and returns a channel that closes after the last."
  [^Load load accounts transfers]
  (go-loop []
    (when-some [number (<! transfers)]
      (<! (book (accounts (from number)) (- (amount number))))
      (<! (book (accounts (to number)) (amount number)))
      (.done load (long number))
      (recur))))

(defn- check [right message & values]
  (Load/check right message (object-array values)))

(defn- run [^Load load]
  (let [accounts (vec (repeatedly account-count #(agent 0 :error-handler (fn [_ failure] (.fail load failure)))))
        transfers (chan)
        working (doall (repeatedly workers #(work load accounts transfers)))]
    (.issue load 1 (reify Load$Operation
                     (run [_ number] (>!! transfers number))))
    (.awaitReady load)
    (let [number-of-transfers (.awaitEnd load)
          limit (async/timeout Load/PATIENCE_MILLIS)]
      (async/close! transfers)
      (doseq [each working]
        (check (not= limit (second (async/alts!! [each limit] :priority true))) "a go block has not ended after five minutes"))
      (apply await-for Load/PATIENCE_MILLIS accounts)
      (let [expected (reduce (fn [balances number]
                               (-> balances
                                   (update (from number) - (amount number))
                                   (update (to number) + (amount number))))
                             (vec (repeat account-count 0))
                             (range number-of-transfers))]
        (doseq [[i account balance] (map vector (range) accounts expected)]
          (check (= @account balance) "account %d has %d instead of %d" i @account balance))))))

(defn -main [& args]
  (Load/main (into-array String args) per-second (reify Load$Application
                                                   (run [_ load] (run load)))))
