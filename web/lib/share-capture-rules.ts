import { readCaptureRules } from '#domain/capture-rules.ts'

import { ask } from './call-backend.ts'
import { currentWorkspaceId } from './current-workspace.ts'
import { askExtension } from './extension-client.ts'

/** Tells the extension what the workspace hides. Rejects when they can’t be loaded or the extension refuses them. */
export async function shareCaptureRules(): Promise<void> {
  const id = await currentWorkspaceId('settingsFailed')
  const row = await ask('settingsFailed', (client) =>
    client.from('workspaces').select('capture_rules').eq('id', id).single<{ readonly capture_rules: unknown }>(),
  )
  const rules = readCaptureRules(row.capture_rules)
  const shared = askExtension({ type: 'set-capture-rules', rules })
  // Nothing is shown that should be hidden: an older extension may take its time to refuse.
  if (rules.length === 0) void shared.catch(() => undefined)
  else await shared
}
