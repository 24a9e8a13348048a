import type { ReactNode } from "react"
import { speak } from "../lib/actions"
import { payInStore } from "../lib/medusa"
import "./globals.css"
import { Interactive } from "./interactive"

export const dynamic = "force-dynamic"
export const metadata = { title: "Cordillera" }

export default async function Layout({ children }: { children: ReactNode }) {
  const { locale } = await payInStore()
  const [other, name] = locale === "es" ? ["en", "English"] : ["es", "Español"]
  return (
    <html lang={locale}>
      <body>
        <main className="mx-auto grid max-w-xl gap-6 p-4">
          <form action={speak}>
            <button name="language" value={other} className="underline">
              {name}
            </button>
          </form>
          {children}
        </main>
        <Interactive />
      </body>
    </html>
  )
}
