import { MagnifyingGlass } from "@medusajs/icons"
import { IconButton, Input } from "@medusajs/ui"
import { useState, type FormEvent } from "react"
import { useNavigate } from "react-router-dom"
import { useTexts } from "../text/use-texts"

/** A box from which a ticket or a reference is looked up, on the page that has the answer. */
export const QuickLookup = () => {
  const say = useTexts()
  const navigate = useNavigate()
  const [name, setName] = useState("")
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== "") {
      void navigate(`/payin/lookup?${new URLSearchParams({ q: name.trim() })}`)
      setName("")
    }
  }
  return (
    <form onSubmit={submit} role="search" className="flex items-center gap-x-2">
      <div className="min-w-0 flex-1 md:w-64">
        <Input
          size="small"
          value={name}
          autoComplete="off"
          aria-label={`PayIn: ${say("lookup.name")}`}
          placeholder={say("lookup.name")}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      <IconButton type="submit" size="small" aria-label={`PayIn: ${say("lookup.ask")}`}>
        <MagnifyingGlass />
      </IconButton>
    </form>
  )
}
