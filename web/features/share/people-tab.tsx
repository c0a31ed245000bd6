import { useState } from 'react'

import type { Card } from '#domain/card.ts'

import { countOf } from '../../lib/figure-text.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { addLink, addLinks, removeLink, revokeLink, saveLink } from './link-calls.ts'
import { LinkFiles } from './link-files.tsx'
import { LinkForm } from './link-form.tsx'
import { linkColumns, LinkRow } from './link-row.tsx'
import type { SharedDemo } from './shared-demo.ts'
import { usedVariables } from './used-variables.ts'

export interface PeopleTabProps extends SharedDemo {
  readonly cards: readonly Card[]
  readonly isBusy: boolean
  /** Runs a change, then reloads the links. Rejects on failure. */
  readonly onChange: (run: () => Promise<void>) => Promise<void>
}

/** Personal links: one for each prospect, with its own password, expiry and variables. */
export function PeopleTab({ demoId, steps, cards, sharing, isBusy, onChange }: PeopleTabProps) {
  const [edited, setEdited] = useState<string>()
  const [round, setRound] = useState(1)
  const variables = usedVariables(sharing?.look, steps, cards)
  const links = sharing?.links ?? []
  const hasVariables = links.some(({ variables }) => Object.keys(variables).some((name) => name !== 'company'))
  const opens = links.reduce((sum, { viewCount }) => sum + viewCount, 0)
  const finished = links.filter(({ stepsSeen }) => stepsSeen > 0 && stepsSeen >= steps.length).length
  /** Runs a change; the dialog shows failures above the tabs. */
  const run = (change: () => Promise<void>, done?: () => void) => void onChange(change).then(done, () => undefined)

  return (
    <div className="h-full overflow-y-auto p-4 sm:px-6">
      <LinkForm
        key={round}
        link={null}
        variables={variables}
        isSaving={isBusy}
        // Ready for the next person.
        autoFocus={round > 1}
        onSave={(text) =>
          run(
            () => addLink(demoId, text),
            () => setRound(round + 1),
          )
        }
      />
      <h3 className="mt-5 mb-1 flex items-baseline justify-between gap-4 text-xs">
        <span className="font-medium">Personal links</span>
        <span className="font-normal text-muted tabular-nums">
          {links.length === 0
            ? null
            : `${countOf(links.length, 'link')}, ${countOf(opens, 'open')}, ${finished} reached the end`}
        </span>
      </h3>
      {sharing === undefined ? <Skeleton className="h-12" /> : null}
      {sharing !== undefined && links.length === 0 ? <NoLinks /> : null}
      {links.length === 0 ? null : (
        <div
          aria-hidden
          className={`${linkColumns(hasVariables)} h-8.5 items-center border-t border-line text-xs text-muted max-md:hidden`}
        >
          <span>Name</span>
          {hasVariables ? <span>Variables</span> : null}
          <span>Expires</span>
          <span className="text-right">Opens</span>
          <span>Reached</span>
          <span className="text-right">Last</span>
          <span className="w-16" />
        </div>
      )}
      <ul className="divide-y divide-line border-t border-line">
        {links.map((link) =>
          edited === link.id ? (
            <li key={link.id} className="py-3">
              <LinkForm
                link={link}
                autoFocus
                variables={variables}
                isSaving={isBusy}
                onSave={(text) =>
                  run(
                    () => saveLink(link.id, text),
                    () => setEdited(undefined),
                  )
                }
                onCancel={() => setEdited(undefined)}
              />
            </li>
          ) : (
            <LinkRow
              key={link.id}
              link={link}
              hasVariables={hasVariables}
              stepCount={steps.length}
              onEdit={() => setEdited(link.id)}
              onRevoke={(isRevoked) => run(() => revokeLink(link.id, isRevoked))}
              onRemove={() => run(() => removeLink(link.id))}
            />
          ),
        )}
      </ul>
      <LinkFiles
        demoName={sharing?.name ?? 'demo'}
        links={links}
        isBusy={isBusy || sharing === undefined}
        onImport={(texts) =>
          run(
            () => addLinks(demoId, texts),
            () => showToast({ text: `${countOf(texts.length, 'link')} created.` }),
          )
        }
      />
    </div>
  )
}

/** Placeholder rows. */
function NoLinks() {
  return (
    <div className="relative">
      <div aria-hidden className="mask-b-from-10% opacity-60">
        {[72, 60, 48, 66].map((width, index) => (
          <div key={width} className="flex h-12 items-center gap-3 border-t border-line">
            <span className="size-6 rounded-chip bg-accent-line" />
            <span className="h-2 rounded-chip bg-line-strong" style={{ width }} />
            <span className="ml-auto flex gap-0.5">
              {[0, 1, 2, 3, 4, 5].map((step) => (
                <i
                  key={step}
                  className={
                    step < 5 - index ? 'h-1.5 w-3.5 rounded-sm bg-chart-1' : 'h-1.5 w-3.5 rounded-sm bg-line-strong'
                  }
                />
              ))}
            </span>
          </div>
        ))}
      </div>
      <p className="absolute inset-x-0 top-14 text-center font-medium">See who opened it, and how far they got.</p>
    </div>
  )
}
