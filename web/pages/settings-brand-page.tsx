import { useOutletContext } from 'react-router'

import { BrandEditor } from '../features/settings/brand-editor.tsx'
import { SettingsPart } from '../features/settings/settings-part.tsx'
import { isAdmin } from '../lib/roles.ts'
import { useTitle } from '../lib/use-title.ts'
import type { Workspace } from '../lib/workspace-calls.ts'

/** How the workspace's demos look to visitors. */
export function BrandPage() {
  useTitle('Brand')
  const workspace = useOutletContext<Workspace>()
  if (isAdmin(workspace.role)) return <BrandEditor workspace={workspace} />
  return (
    <SettingsPart title="Brand">
      <p className="text-muted">Your role doesn’t give you access to this page. Ask a workspace owner.</p>
    </SettingsPart>
  )
}
