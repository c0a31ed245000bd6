import { demosAndLinks } from './demos-and-links.ts'
import { peopleAndWorkspaces } from './people-and-workspaces.ts'
import { talksAndLeads } from './talks-and-leads.ts'
import type { Cast } from './cast.ts'

export type Row = Readonly<Record<string, unknown>>
export type Verb = 'select' | 'insert' | 'update' | 'delete'

/** One letter for each actor, in the order of `actors`: `y` done, `-` no such row for them, `x` refused. */
export interface TableRights extends Readonly<Record<Verb, string>> {
  /** A row as it would be written, in the one workspace or of its owner; other keys each time where there can be several. */
  readonly row: (cast: Cast) => Row
  /** What an actor would write over an existing row. */
  readonly change: Row
  /** Its columns when it is not `id`. */
  readonly key?: readonly string[]
  /** Where a row is there from the start: its key. */
  readonly existing?: (cast: Cast) => Row
  /** For reading, what the visitor's link opens. */
  readonly readable?: (cast: Cast) => Row
  /** Columns that name a row of another table, which has to be there first. */
  readonly belongsTo?: Readonly<Record<string, string>>
}

/** Every table of the product. One that is missing here fails `row-level-security.test.ts`. */
export const tables: Readonly<Record<string, TableRights>> = {
  ...peopleAndWorkspaces,
  ...demosAndLinks,
  ...talksAndLeads,
}
