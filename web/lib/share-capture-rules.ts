import { readCaptureRules } from '#domain/capture-rules.ts'

import { ask } from './call-backend.ts'
import { currentWorkspaceId } from './current-workspace.ts'
import { askExtension } from './extension-client.ts'

/**
 * Sends the workspace's capture rules to the extension. Rejects if they can’t be loaded or the extension refuses them.
 */
export async function shareCaptureRules(): Promise<void> {
  const id = await currentWorkspaceId('settingsFailed')
  const row = await ask('settingsFailed', (client) =>
    client.from('workspaces').select('capture_rules').eq('id', id).single<{ readonly capture_rules: unknown }>(),
  )
  const rules = readCaptureRules(row.capture_rules)
  const shared = askExtension({ type: 'set-capture-rules', rules })
  // Without rules there is nothing to hide, so don't wait: an older extension is slow to refuse.
  if (rules.length === 0) void shared.catch(() => undefined)
  else await shared
}
