import { signIn } from "../../demo/steps/admin.mjs"
import { PlainError } from "../../demo/steps/settings.mjs"
import { mispaid } from "../sale.mjs"

/** Above what one person may decide in the demo; the second amount is the one that is turned down. */
const ACCEPTED = 700_000
const DECLINED = 650_000

const WORDS = {
  es: {
    anomaly: "Se pagó otro monto",
    anomalies: "Anomalías",
    accept: "Aceptar el dinero",
    confirm: "Confirmar: Aceptar el dinero",
    ignore: "Ignorarla",
    why: "Por qué",
    reason: "Se habló con el banco",
    aboveLimit: /Por encima del límite, .*otra persona debe confirmarlo/,
    proposed: "Propuesto",
    waits: "Espera a otra persona",
    whyNot: /Tú participaste en esto: otra persona debe decidirlo/,
    whoMay: /Puede confirmarlo otra persona cuyo usuario ya existía/,
    proposal: (amount) => new RegExp(`«Aceptar el dinero» \\(\\$\\s${amount}\\)`),
    youMay: /Otra persona debe confirmarlo\. Tú puedes/,
    orDecline: /Si no estás de acuerdo/,
    repeated: (amount) =>
      new RegExp(`Otra persona propuso lo mismo.*108\\.000 de \\$\\s${amount} que llegaron`),
    accepted: "Se aceptó el dinero",
    ignored: "Se ignora",
    proposedBy: "Propuesto por",
    amounts: { [ACCEPTED]: "700\\.000", [DECLINED]: "650\\.000" },
  },
  en: {
    anomaly: "Another amount was paid",
    anomalies: "Anomalies",
    accept: "Accept the money",
    confirm: "Confirm: Accept the money",
    ignore: "Ignore it",
    why: "Why",
    reason: "The bank was asked",
    aboveLimit: /Above the limit, .*another person has to confirm it/,
    proposed: "Proposed",
    waits: "Waits for a second person",
    whyNot: /You had a part in this: another person has to decide it/,
    whoMay: /Another user can confirm it who existed before/,
    proposal: (amount) => new RegExp(`“Accept the money” \\(.*${amount}\\)`),
    youMay: /Another person has to confirm this\. You may/,
    orDecline: /If you disagree/,
    repeated: (amount) =>
      new RegExp(`Another person proposed the same.*108,000 of the .*${amount} that arrived`),
    accepted: "The money was accepted",
    ignored: "It is ignored",
    proposedBy: "Proposed by",
    amounts: { [ACCEPTED]: "700,000", [DECLINED]: "650,000" },
  },
}

/** Money that came in and that takes two persons, in both languages. */
export const TWO_PERSONS = ["es", "en"].flatMap((language) => {
  const words = WORDS[language]
  return [
    {
      name: `proposes to accept a large amount, and a second person confirms it (${language})`,
      language,
      async run({ desk, open, step }, { colleague }) {
        const anomaly = await mispaid(desk.stack, ACCEPTED)
        await propose({ desk, step }, anomaly, words)
        const second = await open(colleague)
        await readProposal(second, anomaly, words, words.amounts[ACCEPTED])
        await step("two-persons-confirmable", "main", second)
        await second.page.getByRole("button", { name: words.confirm }).click()
        const drawer = await second.drawer()
        await drawer.getByLabel(words.why).fill(words.reason)
        await step("two-persons-drawer", "[role=dialog]", second)
        await drawer.getByRole("button", { name: words.confirm }).click()
        const question = second.page.getByRole("alertdialog")
        await question.getByText(words.repeated(words.amounts[ACCEPTED])).waitFor()
        await step("two-persons-question", "[role=alertdialog]", second)
        await question.getByRole("button", { name: words.confirm }).click()
        await second.page.getByText(words.accepted).waitFor()
        await second.page.getByText(words.proposedBy).waitFor()
        await step("two-persons-accepted", "main", second)
      },
    },
    {
      name: `proposes to accept a large amount, and a second person turns it down (${language})`,
      language,
      async run({ desk, open, step }, { colleague }) {
        const anomaly = await mispaid(desk.stack, DECLINED)
        await propose({ desk, step: async () => {} }, anomaly, words)
        const second = await open(colleague)
        await readProposal(second, anomaly, words, words.amounts[DECLINED])
        await second.page.getByRole("button", { name: words.ignore }).click()
        const drawer = await second.drawer()
        await drawer.getByLabel(words.why).fill(words.reason)
        await drawer.getByRole("button", { name: words.ignore }).click()
        await second.page.getByText(words.ignored).waitFor()
        await step("two-persons-declined", "main", second)
        // The proposer then sees the decision and no button.
        await desk.page.reload()
        await desk.page.getByText(words.ignored).waitFor()
        const { transactions } = await (
          await signIn(desk.stack.medusa)
        )(`/admin/payin/transactions?q=${anomaly.facts.reference}`)
        if (transactions[0].settled_at !== null || transactions[0].order_id !== null) {
          throw new PlainError("What a second person turned down was booked")
        }
      },
    },
  ]
})

/** The first person proposes, reads who may confirm it, and cannot do it alone. */
async function propose({ desk, step }, { id }, words) {
  const { page } = desk
  await desk.visit(`/payin/anomalies/${id}`, words.anomaly)
  await page.getByText(words.aboveLimit).first().waitFor()
  await step("two-persons-open")
  await page.getByRole("button", { name: words.accept }).click()
  const drawer = await desk.drawer()
  await drawer.getByLabel(words.why).fill(words.reason)
  await drawer.getByRole("button", { name: words.accept }).click()
  const question = page.getByRole("alertdialog")
  await question.getByRole("button", { name: words.accept }).click()
  await page.getByText(words.proposed, { exact: true }).first().waitFor()
  await page.getByText(words.whyNot).waitFor()
  await page.getByText(words.whoMay).waitFor()
  await page.getByRole("button", { name: words.accept, disabled: true }).waitFor()
  await step("two-persons-proposed")
}

/** The second person comes by the list, and sees what was proposed and by whom. */
async function readProposal(desk, { id }, words, amount) {
  const { page } = desk
  await desk.visit("/payin/anomalies", words.anomalies)
  const row = page.getByRole("row", { name: words.waits }).first()
  await row.getByRole("link", { name: words.anomaly }).waitFor()
  await desk.visit(`/payin/anomalies/${id}`, words.anomaly)
  await page.getByText(words.proposal(amount)).waitFor()
  await page.getByText(words.youMay).waitFor()
  await page.getByText(words.orDecline).waitFor()
}
