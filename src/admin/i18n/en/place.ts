/** The widget on a stock location's page. */
export const place = {
  title: "Who is paid",
  nobody: "Nobody is paid for what leaves from here.",
}
