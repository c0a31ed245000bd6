import { useQuery } from '@tanstack/react-query'
import { Ellipsis, Plus } from 'lucide-react'
import { useState } from 'react'

import type { TermRow } from '../../lib/agent-rows.ts'
import { countText } from '../../lib/figure-text.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { useAgent } from './agent-context.ts'
import { knowledgeKeys, termsQuery } from './knowledge-calls.ts'
import { RowDialog, RowForm } from './row-dialog.tsx'
import { NothingYet, PanelSection } from './section-head.tsx'
import { useRowEdit, useRowRemoval } from './use-row-edit.ts'

const shownAtOnce = 50

/** The product's terms, with buyers' synonyms. */
export function GlossarySection() {
  const { agent, canEdit } = useAgent()
  const terms = useQuery(termsQuery(agent.id)).data
  const [count, setCount] = useState(shownAtOnce)
  const [edited, setEdited] = useState<TermRow | 'new' | null>(null)
  const remove = useRowRemoval('glossary_terms', knowledgeKeys.terms(agent.id))
  return (
    <PanelSection
      title="Glossary"
      count={terms?.length}
      aside={
        <Button
          tone="quiet"
          disabled={!canEdit}
          icon={<Plus size={14} aria-hidden />}
          aria-label="Add a term"
          onClick={() => setEdited('new')}
        >
          Add
        </Button>
      }
    >
      {terms?.length === 0 ? <NothingYet>Add product terms and what buyers call them.</NothingYet> : null}
      {terms === undefined || terms.length === 0 ? null : (
        <ul className="border-t border-line text-sm empty:hidden">
          {terms.slice(0, count).map((term) => (
            <li
              key={term.id}
              className="flex min-h-9 items-center gap-2.5 border-b border-line pointer-coarse:min-h-11"
            >
              <button
                type="button"
                disabled={!canEdit}
                dir="auto"
                className="min-w-0 flex-1 truncate py-2 text-left -outline-offset-2 hover:underline pointer-coarse:min-h-11"
                onClick={() => setEdited(term)}
              >
                <span className="font-medium">{term.term}</span>
                {term.synonyms.length === 0 ? null : <span className="text-muted"> = {term.synonyms.join(', ')}</span>}
              </button>
              <Menu
                trigger={
                  <IconButton label={`More for ${term.term}`} disabled={!canEdit}>
                    <Ellipsis size={16} aria-hidden />
                  </IconButton>
                }
                entries={[
                  { key: 'edit', label: 'Edit', onSelect: () => setEdited(term) },
                  {
                    key: 'remove',
                    label: 'Remove',
                    tone: 'danger',
                    onSelect: () => remove(term, `“${term.term}” was removed.`),
                  },
                ]}
              />
            </li>
          ))}
        </ul>
      )}
      {(terms?.length ?? 0) > count ? (
        <Button tone="quiet" className="mt-1" onClick={() => setCount(count + shownAtOnce)}>
          Show {countText(Math.min(shownAtOnce, (terms?.length ?? 0) - count))} more
        </Button>
      ) : null}
      <RowDialog
        title={edited === 'new' ? 'Add a term' : 'Edit the term'}
        isOpen={edited !== null}
        onClose={() => setEdited(null)}
      >
        <TermForm term={edited === 'new' ? null : edited} onSaved={() => setEdited(null)} />
      </RowDialog>
    </PanelSection>
  )
}

function TermForm({ term, onSaved }: { readonly term: TermRow | null; readonly onSaved: () => void }) {
  const { agent } = useAgent()
  const [word, setWord] = useState(term?.term ?? '')
  const [synonyms, setSynonyms] = useState((term?.synonyms ?? []).join(', '))
  const [meaning, setMeaning] = useState(term?.meaning ?? '')
  const edit = useRowEdit<TermRow>('glossary_terms', term, { agent_id: agent.id }, knowledgeKeys.terms(agent.id))

  async function save(): Promise<void> {
    const others = [...new Set(synonyms.split(',').map((text) => text.trim()))].filter((text) => text !== '')
    if (await edit.save({ term: word.trim(), synonyms: others, meaning: meaning.trim() })) onSaved()
  }

  return (
    <RowForm
      {...edit}
      conflict={edit.conflict === null ? null : edit.conflict.synonyms.join(', ')}
      canSave={word.trim() !== ''}
      onSave={() => void save()}
    >
      <TextField
        label="Term"
        value={word}
        required
        autoFocus
        maxLength={80}
        placeholder="Approval"
        onChange={(event) => setWord(event.target.value)}
      />
      <TextField
        label="Buyers say"
        value={synonyms}
        maxLength={1_500}
        placeholder="sign-off, green light"
        hint="Separated by commas."
        onChange={(event) => setSynonyms(event.target.value)}
      />
      <TextArea
        label="Meaning"
        rows={2}
        value={meaning}
        maxLength={500}
        onChange={(event) => setMeaning(event.target.value)}
      />
    </RowForm>
  )
}
