export default async function stopPostgresForTests() {
  await globalThis.payinPostgres?.stop()
}
