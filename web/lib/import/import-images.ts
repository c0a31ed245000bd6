import { demoNameFromFiles } from '#domain/file-names.ts'

import { newId } from '../new-id.ts'
import { currentSession } from '../session.ts'
import type { ImportJob, ImportTarget } from './import-job.ts'
import { startJob } from './import-manager.ts'
import { keepFile, rememberJob } from './import-store.ts'

/**
 * Creates a demo from images, named `ownName` or after their files. When it resolves, the browser has stored them.
 * The demo's editor shows the sentences of `leftOut`.
 */
export async function importAsDemo(
  files: readonly File[],
  { ownName, leftOut = [] }: { readonly ownName?: string | undefined; readonly leftOut?: readonly string[] } = {},
): Promise<void> {
  const folder = files[0]?.webkitRelativePath.split('/').at(-2)
  const fileNames = files.map((file) => file.name)
  const name = ownName ?? demoNameFromFiles(fileNames, folder)
  await importImages(files, newId(), { type: 'new-demo', name }, leftOut)
}

/** Adds images as steps behind `afterStepId`; returns the ids of the new steps. */
export async function importAsSteps(
  files: readonly File[],
  demoId: string,
  afterStepId: string | null,
): Promise<readonly string[]> {
  return importImages(files, demoId, { type: 'add-steps', afterStepId })
}

async function importImages(
  files: readonly File[],
  demoId: string,
  target: ImportTarget,
  leftOut: readonly string[] = [],
): Promise<readonly string[]> {
  const session = currentSession()
  if (session.status !== 'signed-in' && session.status !== 'expired') return []
  const items = files.map((file) => ({ id: newId(), name: file.name, uploaded: null, problem: null }))
  const job: ImportJob = { id: newId(), userId: session.user.id, workspaceId: null, demoId, target, items, leftOut }
  for (const [index, item] of items.entries()) {
    const file = files[index]
    if (file !== undefined) await keepFile(item.id, file)
  }
  await rememberJob(job)
  void startJob(job)
  return items.map(({ id }) => id)
}
