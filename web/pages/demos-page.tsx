import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useEffect, useState, type ComponentType } from 'react'
import { useSearchParams } from 'react-router'

import type { ListedDemo } from '#domain/demo.ts'
import { messages } from '#domain/messages.ts'

import { arrangeDemos, readDemoView } from '../features/demos/arrange-demos.ts'
import { DemoCard } from '../features/demos/demo-card.tsx'
import type { DemoFiltersProps } from '../features/demos/demo-filters.tsx'
import type { DemoGridProps } from '../features/demos/demo-grid.tsx'
import { DemoListSkeleton } from '../features/demos/demo-list-skeleton.tsx'
import type { DemoRowsProps } from '../features/demos/demo-rows.tsx'
import { isBeingDeleted } from '../features/demos/delete-demo.ts'
import { ExtensionCard } from '../features/extension/extension-card.tsx'
import { demoActivityKey, demoActivityQuery } from '../lib/demo-activity.ts'
import { demosQuery, useBackendUrl } from '../lib/demo-queries.ts'
import { useExtension } from '../lib/use-extension.ts'
import { pickImages } from '../lib/import/pick-images.ts'
import { failureHint, failureText } from '../lib/backend-error.ts'
import { useFollowedTable } from '../lib/use-followed-table.ts'
import { useTitle } from '../lib/use-title.ts'
import { useWantedDialog } from '../lib/wanted-dialog.ts'
import { whenIdle } from '../lib/when-idle.ts'
import { ImageDropZone } from '../ui/image-drop-zone.tsx'
import { useImageIntake } from '../ui/use-image-intake.tsx'
import { PageBody, PageHeader } from '../ui/page-header.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { onFirstUse } from '../ui/on-first-use.tsx'
import { showToast } from '../ui/toast-store.ts'

const NewDemoSheet = onFirstUse(async () => (await import('../features/demos/new-demo-sheet.tsx')).NewDemoSheet)
const RecordDialog = onFirstUse(async () => (await import('../features/demos/record-dialog.tsx')).RecordDialog)
const RecordingsCard = onFirstUse(
  async () => (await import('../features/extension/recordings-card.tsx')).RecordingsCard,
)
const InstallDialog = onFirstUse(async () => (await import('../features/extension/install-dialog.tsx')).InstallDialog)
/** More demos than this render only near the viewport. */
const fewDemos = 60
/** Refetches at most this often. */
const activityEveryMs = 2_000
const loadImports = () => import('../lib/import/import-images.ts')

async function importAsDemo(files: readonly File[], leftOut: readonly string[], ownName?: string): Promise<void> {
  await (await loadImports()).importAsDemo(files, { leftOut, ownName })
}

function sayImportFailed(): void {
  showToast({ text: 'The demo was not created. Check your connection and try again.', tone: 'danger' })
}

export function DemosPage() {
  useTitle('Demos')
  const demos = useQuery(demosQuery)
  const backendUrl = useBackendUrl()
  const extension = useExtension()
  const intake = useImageIntake(importAsDemo)
  const [isRecordOpen, setIsRecordOpen] = useState(false)
  const [isInstallOpen, setIsInstallOpen] = useState(false)
  const [isNewOpen, setIsNewOpen] = useWantedDialog('new-demo')
  useEffect(
    () =>
      whenIdle(() => {
        NewDemoSheet.prefetch()
        void loadImports().catch(() => undefined)
      }),
    [],
  )
  const shown = demos.data?.filter((demo) => !isBeingDeleted(demo.id))

  return (
    <ImageDropZone onFiles={(files) => void intake.take(files)} text="Drop images to create a demo">
      <PageBody>
        <PageHeader title="Demos">
          <Button
            tone="accent"
            size="page"
            icon={<Plus size={16} aria-hidden />}
            aria-haspopup="dialog"
            onPointerEnter={NewDemoSheet.prefetch}
            onClick={() => setIsNewOpen(true)}
          >
            New demo
          </Button>
        </PageHeader>

        <div className="flex flex-col gap-3">
          <ExtensionCard extension={extension} onRecord={() => setIsRecordOpen(true)} />
          <RecordingsCard isOpen={extension.isPaired} onOpenChange={() => undefined} />
          {intake.notice}
        </div>
        {demos.isError && shown === undefined ? (
          <div className="mt-4">
            <ErrorState
              title={failureText(demos.error, 'demosFailed')}
              text={failureHint(demos.error)}
              onRetry={() => void demos.refetch()}
            />
          </div>
        ) : (
          <YourDemos demos={shown} backendUrl={backendUrl} onNew={() => setIsNewOpen(true)} />
        )}
      </PageBody>
      <NewDemoSheet
        extension={extension}
        templates={shown?.toSorted((a, b) => Number(b.isSample) - Number(a.isSample)) ?? []}
        backendUrl={backendUrl}
        isOpen={isNewOpen}
        onOpenChange={setIsNewOpen}
        onPick={() => void pickImages().then(intake.take)}
        onPictures={(files, name) => void importAsDemo(files, [], name).catch(sayImportFailed)}
        onInstall={() => setIsInstallOpen(true)}
      />
      <InstallDialog extension={extension} isOpen={isInstallOpen} onOpenChange={setIsInstallOpen} />
      <RecordDialog isOpen={isRecordOpen} onOpenChange={setIsRecordOpen} />
    </ImageDropZone>
  )
}

interface YourDemosProps {
  /** Undefined while loading. */
  readonly demos: readonly ListedDemo[] | undefined
  readonly backendUrl: string
  readonly onNew: () => void
}

function YourDemos({ demos, backendUrl, onNew }: YourDemosProps) {
  const [query] = useSearchParams()
  const view = readDemoView(query)
  const arranged = arrangeDemos(demos ?? [], view)
  const [Filters, setFilters] = useState<ComponentType<DemoFiltersProps>>()
  useEffect(
    () =>
      whenIdle(() => {
        void import('../features/demos/demo-filters.tsx').then(
          ({ DemoFilters }) => setFilters(() => DemoFilters),
          () => undefined,
        )
      }),
    [],
  )
  return (
    <>
      <div className="flex min-h-15 flex-wrap items-center justify-between gap-x-3 gap-y-2 py-3">
        <h2 className="flex items-baseline gap-2 text-base leading-5 font-semibold">
          Your Demos
          {demos === undefined || demos.length === 0 ? null : (
            <span className="text-sm font-normal text-muted tabular-nums">{demos.length.toLocaleString('en')}</span>
          )}
        </h2>
        {/* The list loads first; its filters' space is reserved. */}
        {demos !== undefined && demos.length < 2 ? null : (
          <div className="min-h-8 w-full sm:w-auto pointer-coarse:min-h-11">
            {Filters === undefined || demos === undefined ? null : <Filters view={view} />}
          </div>
        )}
      </div>
      {demos === undefined ? <DemoListSkeleton /> : null}
      {demos?.length === 0 ? <NoDemos onNew={onNew} /> : null}
      {arranged.length === 0 ? null : (
        <DemoList
          demos={arranged}
          backendUrl={backendUrl}
          isList={view.isList}
          onFirst={demos?.every(({ isSample }) => isSample) === true ? onNew : null}
        />
      )}
      {demos !== undefined && demos.length > 0 && arranged.length === 0 ? (
        <div role="status">
          <EmptyState title="No matching demos." text="Change the search or the status." />
        </div>
      ) : null}
    </>
  )
}

function NoDemos({ onNew }: { readonly onNew: () => void }) {
  const [Illustration, setIllustration] = useState<ComponentType>()
  useEffect(() => {
    import('../ui/illustrations/demos-illustration.tsx').then(
      ({ DemosIllustration }) => setIllustration(() => DemosIllustration),
      () => undefined,
    )
  }, [])
  return (
    <EmptyState
      title={messages.noDemosTitle}
      text={messages.noDemosHint}
      drawing={<div className="min-h-[17.5rem]">{Illustration === undefined ? null : <Illustration />}</div>}
    >
      <Button size="page" onClick={onNew}>
        Create a demo
      </Button>
    </EmptyState>
  )
}

interface DemoListProps {
  readonly demos: readonly ListedDemo[]
  readonly backendUrl: string
  readonly isList: boolean
  /** Set while there are only samples. */
  readonly onFirst: (() => void) | null
}

/** Cards, or rows. Both large views load on demand; without them all cards render, only slower. */
function DemoList({ demos, backendUrl, isList, onFirst }: DemoListProps) {
  const activity = useQuery(demoActivityQuery)
  useFollowedTable('visits', demoActivityKey, activityEveryMs)
  const activities = new Map(activity.data?.map((each) => [each.demoId, each]))
  const isLong = demos.length > fewDemos
  const [Grid, setGrid] = useState<ComponentType<DemoGridProps> | 'missing'>()
  const [Rows, setRows] = useState<ComponentType<DemoRowsProps>>()
  useEffect(() => {
    if (!isLong) return
    import('../features/demos/demo-grid.tsx').then(
      ({ DemoGrid }) => setGrid(() => DemoGrid),
      () => setGrid('missing'),
    )
  }, [isLong])
  useEffect(() => {
    if (!isList) return
    import('../features/demos/demo-rows.tsx').then(
      ({ DemoRows }) => setRows(() => DemoRows),
      () => undefined,
    )
  }, [isList])

  if (isList && Rows !== undefined) return <Rows demos={demos} backendUrl={backendUrl} activities={activities} />
  if (isLong && typeof Grid === 'function') {
    return <Grid demos={demos} backendUrl={backendUrl} activities={activities} />
  }
  return (
    <ul className="grid grid-cols-1 gap-x-6 gap-y-7 sm:grid-cols-2 lg:grid-cols-3">
      {(isLong && Grid === undefined ? demos.slice(0, fewDemos) : demos).map((demo) => (
        <li key={demo.id}>
          <DemoCard demo={demo} backendUrl={backendUrl} activity={activities.get(demo.id)} />
        </li>
      ))}
      {onFirst === null ? null : (
        <li>
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={onFirst}
            className="flex aspect-8/5 w-full flex-col items-center justify-center gap-1 rounded-card border border-dashed border-control transition-colors duration-[120ms] hover:bg-hover"
          >
            <Plus size={20} aria-hidden className="mb-1 text-accent-text" />
            <span className="font-semibold">Your first demo</span>
            <span className="text-xs text-muted">Recording, images, PDF or video</span>
          </button>
        </li>
      )}
    </ul>
  )
}
