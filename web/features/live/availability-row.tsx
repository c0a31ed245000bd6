import { useCurrentWorkspace } from '../../lib/current-workspace.ts'
import { useRole } from '../../lib/use-role.ts'
import { Switch } from '../../ui/switch.tsx'
import { useOwnAvailability } from './use-own-availability.ts'

/** The navigation's switch as a row of a page. */
export function AvailabilityRow() {
  const workspace = useCurrentWorkspace()
  const role = useRole()
  if (workspace === undefined || role === undefined) return <div className="min-h-10" />
  if (role === 'viewer') return <p className="text-sm text-muted">Viewers don’t get calls.</p>
  return <Row key={workspace.id} workspaceId={workspace.id} />
}

function Row({ workspaceId }: { readonly workspaceId: string }) {
  const { isOn, isBusy, change } = useOwnAvailability(workspaceId)
  return (
    <Switch
      label="Ring me"
      hint="When a visitor asks for a person. Works on every page of the dashboard."
      isOn={isOn}
      disabled={isBusy}
      onChange={change}
    />
  )
}
