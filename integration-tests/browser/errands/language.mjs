/** Last, because whoever reads English afterwards finds no Spanish words. */
export const LANGUAGE = [
  {
    name: "reads the desk in English after switching the language in the profile",
    async run({ page, desk }) {
      await desk.visit("/settings/profile/edit", /./)
      await page.getByRole("dialog").getByRole("combobox").click()
      await page.getByRole("option", { name: "English" }).first().click()
      await page
        .getByRole("dialog")
        .getByRole("button", { name: /Guardar|Save/ })
        .click()
      await page.getByRole("dialog").waitFor({ state: "detached" })
      await desk.visit("/payin/transactions", "Transactions")
      await page.getByText("Approved").first().waitFor()
    },
  },
]
