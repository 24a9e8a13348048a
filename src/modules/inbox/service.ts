import { MedusaService } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { hideSecretColumns } from "../../tables/secret-columns"
import { Events } from "./events"
import { Forgetting } from "./forgetting"
import { Lists } from "./lists"
import { PayinEvent } from "./models"

interface Cradle {
  __pg_connection__: Knex
}

/** Every notification ever received: stored once, processed once. */
export class PayInInboxService extends MedusaService({ PayinEvent }) {
  readonly events: Events
  readonly lists: Lists
  readonly forgetting = new Forgetting()

  constructor(cradle: Cradle) {
    super(...arguments)
    hideSecretColumns(this)
    this.events = new Events(cradle.__pg_connection__)
    this.lists = new Lists(cradle.__pg_connection__)
  }
}
