import { agentsAndKnowledge } from './agents-and-knowledge.ts'
import { demosAndLinks } from './demos-and-links.ts'
import { languageModels } from './language-models.ts'
import { peopleAndWorkspaces } from './people-and-workspaces.ts'
import { talksAndLeads } from './talks-and-leads.ts'
import type { Cast } from './cast.ts'

export type Row = Readonly<Record<string, unknown>>
export type Verb = 'select' | 'insert' | 'update' | 'delete'

/** One letter for each actor, in the order of `actors`: `y` done, `-` no such row for them, `x` refused. */
export interface TableRights extends Readonly<Record<Verb, string>> {
  /** A row to insert, in the workspace or of its owner; with new keys each time where several are allowed. */
  readonly row: (cast: Cast) => Row
  /** An actor's update of an existing row. */
  readonly change: Row
  /** Its key columns if not `id`. */
  readonly key?: readonly string[]
  /** The key of a row that exists from the start. */
  readonly existing?: (cast: Cast) => Row
  /** The key of the row to read, which the visitor's link opens. */
  readonly readable?: (cast: Cast) => Row
  /** Columns referencing other tables, whose rows must exist first. */
  readonly belongsTo?: Readonly<Record<string, string>>
}

/** Every table of the product. A missing one fails `row-level-security.test.ts`. */
export const tables: Readonly<Record<string, TableRights>> = {
  ...peopleAndWorkspaces,
  ...demosAndLinks,
  ...talksAndLeads,
  ...agentsAndKnowledge,
  ...languageModels,
}
