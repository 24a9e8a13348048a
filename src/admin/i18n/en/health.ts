/** Whether the store and the service hear each other. */
export const health = {
  title: "Connection",
  closed: "Connected",
  half_open: "Trying again",
  open: "Not reachable",
  heard: "Last answer {{time}}",
  neverHeard: "Not asked since the start",
  problem: "Something is set up wrong",
  unsettled_one: "{{count}} payment is not booked yet",
  unsettled_other: "{{count}} payments are not booked yet",
  unsettledHint: "They are tried again by themselves. What stays is an anomaly.",
  regionOff: "Nobody can pay in {{region}}",
  regionOffHint: "Switch {{provider}} on in the settings of the region.",
  lastError: "Last error of {{account}}, {{time}}",
}
