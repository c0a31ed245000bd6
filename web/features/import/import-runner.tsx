import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { countOf } from '../../lib/figure-text.ts'
import { useSession } from '../../lib/session.ts'
import { showToast } from '../../ui/toast-store.ts'
import { ImportCard } from './import-card.tsx'
import { finishedItems, leftOutOf, type ImportJob } from '../../lib/import/import-job.ts'
import { rememberedJobs } from '../../lib/import/import-store.ts'
import {
  leftOut,
  resumeJob,
  runningImports,
  subscribeToFinishedImports,
  subscribeToImports,
} from '../../lib/import/import-manager.ts'

/** Resumes unfinished imports, shows their progress, and opens the result. */
export function ImportRunner() {
  const session = useSession()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const location = useLocation()
  const imports = useSyncExternalStore(subscribeToImports, runningImports)
  const userId = session.status === 'signed-in' ? session.user.id : undefined

  useEffect(() => {
    if (userId === undefined) return
    void rememberedJobs(userId).then((jobs) => {
      for (const job of jobs) {
        // The pictures of recordings are in the extension; the import page handles those.
        if (job.id !== job.demoId) void resumeJob(job)
      }
    })
  }, [userId])

  const handleFinished = useEffectEvent((job: ImportJob, isFresh: boolean) => {
    void queries.invalidateQueries({ queryKey: ['demos'] })
    void queries.invalidateQueries({ queryKey: ['demo', job.demoId] })
    const editor = `/dashboard/demos/${job.demoId}/edit`
    if (job.target.type === 'add-steps') {
      for (const text of leftOutOf(job)) showToast({ text, tone: 'danger' })
      showToast({ text: `${countOf(finishedItems(job).length, 'step')} added.` })
      return
    }
    leftOut.set(job.demoId, leftOutOf(job))
    if (isFresh && /^\/dashboard(\/demos)?\/?$/.test(location.pathname)) {
      void navigate(editor)
    } else {
      showToast({
        text: `“${job.target.name}” is ready.`,
        action: { label: 'Open', onSelect: () => void navigate(editor) },
      })
    }
  })
  useEffect(() => subscribeToFinishedImports((job, isFresh) => handleFinished(job, isFresh)), [])

  if (imports.length === 0) return null
  return (
    <aside
      aria-label="Uploads"
      className="fixed inset-x-3 bottom-[4.5rem] z-30 flex flex-col gap-2 sm:right-4 sm:left-auto sm:w-80 md:bottom-4"
    >
      {imports.map((entry) => (
        <ImportCard key={entry.job.id} entry={entry} />
      ))}
    </aside>
  )
}
