import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { failureHint, failureText } from '../../lib/backend-error.ts'
import { Notice } from '../../ui/notice.tsx'
import { Switch } from '../../ui/switch.tsx'
import { allowOwnerByEmail, engageQuery } from '../../lib/engage-calls.ts'
import { Snippet } from './snippet.tsx'

/** The email snippet records nothing until its owner allows the lookup. */
export function OwnerByEmail({ serverOrigin, email }: { readonly serverOrigin: string; readonly email: string }) {
  const queries = useQueryClient()
  const settings = useQuery(engageQuery)
  const change = useMutation({
    mutationFn: allowOwnerByEmail,
    onSettled: () => queries.invalidateQueries({ queryKey: engageQuery.queryKey }),
  })
  const isOn = change.isPending ? change.variables : settings.data?.isSaved === true
  const isNeeded = settings.data?.isOn === true
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-3">
      <Switch
        label="Find me by email"
        hint={
          isNeeded
            ? 'On because the website chat is on.'
            : 'Needed for snippets with your email in data-owner. Anyone who knows the address can then tell that you have an account here.'
        }
        isOn={isOn}
        disabled={settings.data === undefined || change.isPending || isNeeded}
        onChange={(wanted) => change.mutate(wanted)}
      />
      {change.isError ? (
        <Notice tone="danger">
          {failureText(change.error, 'settingsFailed')} {failureHint(change.error)}
        </Notice>
      ) : null}
      {/* Not before it works. */}
      {isOn && settings.data?.isSaved === true ? (
        <Snippet code={`<script async src="${serverOrigin}/js/tracker.js" data-owner="${email}"></script>`} />
      ) : null}
    </div>
  )
}
