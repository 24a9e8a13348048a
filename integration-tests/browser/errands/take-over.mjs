import { randomUUID } from "node:crypto"
import { signIn } from "../../demo/steps/admin.mjs"
import { PlainError } from "../../demo/steps/settings.mjs"
import { looksCopied } from "../database.mjs"
import { until } from "../until.mjs"
import { DESTINATION } from "./forms.mjs"

const WORDS = {
  es: {
    settings: "Configuración",
    audit: "Auditoría",
    whatToDo: "Ver qué hacer",
    mayBeCopy: /Esta instalación no es la que movía el dinero antes: puede ser una copia/,
    held: "En pausa",
    live: "Mueve el dinero",
    copy: /La base de datos es otra, o se restauró, se copió/,
    takeOver: "Tomar el control",
    onlyIfStopped: /solo si la otra está detenida para siempre/,
    note: "Por qué",
    why: "El servidor viejo se apagó",
    sentAtOnce: /en cola saldrá/,
    taken: "Esta instalación mueve el dinero",
    late: /Esta instalación ya mueve el dinero/,
    takenOver: "Esta instalación tomó el control",
    keyRefused: /Solo puede hacerlo una persona que inició sesión, no una clave API/,
    paid: "Pagado",
  },
  en: {
    settings: "Settings",
    audit: "Audit",
    whatToDo: "Read what to do",
    mayBeCopy: /This installation is not the one that moved money before/,
    held: "Held",
    live: "Moves money",
    copy: /The database is another one, or was restored, copied/,
    takeOver: "Take over",
    onlyIfStopped: /only if the other one is stopped for good/,
    note: "Why",
    why: "The old server is off",
    sentAtOnce: /in the queue (?:is|are) sent at once/,
    taken: "This installation moves money",
    late: /This installation moves money already/,
    takenOver: "This installation took over",
    keyRefused: /Only a person who is signed in can do this, not an API key/,
    paid: "Paid",
  },
}

/** A database that looks like a copy, in both languages. */
export const TAKE_OVER = ["es", "en"].map((language) => ({
  name: `takes over an installation that looks like a copy, once, and by no key (${language})`,
  language,
  async run({ page, desk, open, step }, { colleague }) {
    const words = WORDS[language]
    const ask = await signIn(desk.stack.medusa)
    await looksCopied(desk.stack)
    const payout = await heldPayout(ask)

    await desk.visit("/payin", "PayIn")
    await page.getByRole("alert").getByText(words.copy).waitFor()
    await step("take-over-overview")
    await page.getByRole("link", { name: words.whatToDo }).click()
    await desk.sees(words.settings)
    await step("take-over-settings")
    await desk.visit(`/payin/payouts/${payout.id}`, /\d/)
    await page.getByText(words.mayBeCopy).waitFor()
    await step("take-over-payout")

    await refuseKey(desk, ask)
    const second = await open(colleague)
    const drawer = await fillNote(desk, words)
    await step("take-over-drawer", "[role=dialog]")
    const late = await fillNote(second, words)

    await confirm(desk, drawer, words)
    await page.getByText(words.taken).first().waitFor()
    await page.getByText(words.live, { exact: true }).waitFor()
    await step("take-over-taken")
    await confirm(second, late, words)
    // The refusal stays on the second person's screen.
    await late.getByText(words.late).waitFor()
    await step("take-over-late", "[role=dialog]", second)

    await desk.visit(`/payin/payouts/${payout.id}`, /\d/)
    await page.getByText(words.paid, { exact: true }).first().waitFor()
    await desk.visit("/payin/audit?q=installation", words.audit)
    await page.getByText(words.takenOver).first().waitFor()
    await page.getByText(words.keyRefused).first().waitFor()
    await step("take-over-audit")
  },
}))

/** A payout that would leave by itself, if this installation were the living one. */
async function heldPayout(ask) {
  const { payout } = await ask("/admin/payin/payouts", {
    ...{ amount: "43000", currency_code: "COP", payment_method: "BANK_TRANSFER" },
    destination: DESTINATION,
  })
  return until("a payout that is held", async () => {
    const found = (await ask(`/admin/payin/payouts/${payout.id}`)).payout
    return found.reason === "installation_held" ? found : null
  })
}

/** Opens the drawer, which tells what happens, and says why. */
async function fillNote(desk, words) {
  const { page } = desk
  await desk.visit("/payin/settings", words.settings)
  await page.getByText(words.held, { exact: true }).waitFor()
  await page.getByText(words.copy).waitFor()
  await page.getByRole("button", { name: words.takeOver }).click()
  const drawer = await desk.drawer()
  await drawer.getByText(words.onlyIfStopped).waitFor()
  const submit = drawer.getByRole("button", { name: words.takeOver })
  if (await submit.isEnabled()) throw new PlainError("It can be taken over without a reason")
  await drawer.getByLabel(words.note).fill(words.why)
  return drawer
}

/** Presses the button, and says yes to the question that repeats what leaves. */
async function confirm({ page }, drawer, words) {
  await drawer.getByRole("button", { name: words.takeOver }).click()
  const question = page.getByRole("alertdialog")
  await question.getByText(words.sentAtOnce).waitFor()
  await question.getByRole("button", { name: words.takeOver }).click()
}

async function refuseKey({ stack }, ask) {
  const { api_key } = await ask("/admin/api-keys", { title: "robot", type: "secret" })
  const answer = await fetch(`${stack.medusa}/admin/payin/status/take-over`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${api_key.token}:`).toString("base64")}`,
      "content-type": "application/json",
      "Idempotency-Key": randomUUID(),
    },
    body: JSON.stringify({ note: "A robot says so" }),
  })
  if (answer.status !== 403) {
    throw new PlainError(`A key that takes over was answered ${answer.status}`)
  }
}
