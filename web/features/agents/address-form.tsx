import { useQueryClient } from '@tanstack/react-query'

import { CallForm } from '../../ui/call-form.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useAgent } from './agent-context.ts'
import { addSourceAddress } from './agent-server-calls.ts'
import { knowledgeKeys } from './knowledge-calls.ts'

/** Adds a web page, or the pages below an address. */
export function AddressForm({ isSite, onAdded }: { readonly isSite: boolean; readonly onAdded: () => void }) {
  const { agent } = useAgent()
  const queries = useQueryClient()
  return (
    <CallForm
      submitLabel="Add"
      busyLabel="Adding…"
      onSubmit={async (form) => {
        const typed = form.get('address')
        const address = typeof typed === 'string' ? typed.trim() : ''
        const outcome = await addSourceAddress(agent.id, {
          address: /^https?:\/\//i.test(address) ? address : `https://${address}`,
          isSite,
        })
        if (outcome.ok) {
          await queries.invalidateQueries({ queryKey: knowledgeKeys.sources(agent.id) })
          onAdded()
        }
        return outcome
      }}
    >
      {() => (
        <TextField
          label="Address"
          name="address"
          required
          autoFocus
          inputMode="url"
          autoComplete="off"
          maxLength={2_000}
          placeholder="docs.example.com/help"
          hint={isSite ? 'Reads up to 50 pages below this address.' : 'Reads this page only.'}
        />
      )}
    </CallForm>
  )
}
