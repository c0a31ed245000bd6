import { readCaptureRules } from '#domain/capture-rules.ts'

import { ask } from './call-backend.ts'
import { currentWorkspaceId } from './current-workspace.ts'
import { askExtension } from './extension-client.ts'

/** Tells the extension what the workspace hides. Rejects when the rules can't be loaded; older extensions ignore them. */
export async function shareCaptureRules(): Promise<void> {
  const id = await currentWorkspaceId('settingsFailed')
  const row = await ask('settingsFailed', (client) =>
    client.from('workspaces').select('capture_rules').eq('id', id).single<{ readonly capture_rules: unknown }>(),
  )
  const rules = readCaptureRules(row.capture_rules)
  await askExtension({ type: 'set-capture-rules', rules }).catch((error: unknown) => {
    if (rules.length > 0) throw error
  })
}
