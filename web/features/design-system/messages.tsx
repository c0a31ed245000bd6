import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AnswersIllustration } from '../../ui/illustrations/answers-illustration.tsx'
import { CampaignIllustration } from '../../ui/illustrations/campaign-illustration.tsx'
import { DemosIllustration } from '../../ui/illustrations/demos-illustration.tsx'
import { FunnelIllustration } from '../../ui/illustrations/funnel-illustration.tsx'
import { HandoverIllustration } from '../../ui/illustrations/handover-illustration.tsx'
import { LeadsIllustration } from '../../ui/illustrations/leads-illustration.tsx'
import { RecordingIllustration } from '../../ui/illustrations/recording-illustration.tsx'
import { TalkIllustration } from '../../ui/illustrations/talk-illustration.tsx'
import { TestsIllustration } from '../../ui/illustrations/tests-illustration.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { CardSkeleton, FigureSkeleton } from '../../ui/card-skeleton.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SampleNotice } from '../../ui/sample-notice.tsx'
import { SecretNotice } from '../../ui/secret-notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { BothSchemes, Variants } from './both-schemes.tsx'

const illustrations = [
  { title: 'No demos yet', drawing: <DemosIllustration />, action: 'New demo' },
  { title: 'Visits appear here live', drawing: <FunnelIllustration />, action: 'Share a demo' },
  { title: 'No leads yet', drawing: <LeadsIllustration />, action: 'Add a lead card' },
  { title: 'Leo is ready to talk', drawing: <TalkIllustration />, action: 'Try Leo' },
  { title: 'No answers yet', drawing: <AnswersIllustration />, action: 'Share a demo' },
  { title: 'Rita is ready to write', drawing: <CampaignIllustration />, action: 'New campaign' },
  { title: 'No requests yet', drawing: <HandoverIllustration />, action: 'Invite a teammate' },
  { title: 'No tests yet', drawing: <TestsIllustration />, action: 'Add a question' },
  { title: 'Click through your app to record it', drawing: <RecordingIllustration />, action: 'Add the extension' },
] as const

/** Empty, error and notice states. */
export function Messages() {
  return (
    <BothSchemes title="Messages">
      {() => (
        <>
          {illustrations.map(({ title, drawing, action }) => (
            <EmptyState key={title} title={title} drawing={drawing}>
              <Button>{action}</Button>
            </EmptyState>
          ))}
          <EmptyState title="No matching leads" text="Change the search or the status." />
          <ErrorState
            title="Failed to load demos. Please try again."
            text="The server can’t be reached right now. Check your connection and try again."
            onRetry={() => showToast({ text: 'Trying again…' })}
          />
          <Notice tone="plain">A neutral notice.</Notice>
          <Notice tone="success">It worked.</Notice>
          <Notice tone="danger">Could not save. Check your connection.</Notice>
          <SecretNotice
            text="Copy this key now. It is not shown again."
            label="Key"
            secret="us_example"
            onClose={() => showToast({ text: 'The key is hidden.' })}
          />
          <SampleNotice onLeave={() => showToast({ text: 'Back to your data.' })} />
          <FormProblem text="It could not be sent." hint="Check your connection and try again." code="unreachable" />
          <Variants name="Loading: a block, a card, a figure, a list, one of two lines">
            <Skeleton className="h-24 w-full rounded-card" />
            <CardSkeleton />
            <FigureSkeleton hasNote />
            <div className="w-full">
              <ListSkeleton label="Loading a list" rows={3} />
            </div>
            <div className="w-full">
              <ListSkeleton label="Loading a two-line list" rows={2} isTall />
            </div>
          </Variants>
          <Variants name="Toasts: a plain one, for three seconds; one with Undo">
            <Button onClick={() => showToast({ text: 'Notes saved successfully' })}>Show toast</Button>
            <Button onClick={() => showToast({ text: 'It could not be saved.', tone: 'danger' })}>
              Show error toast
            </Button>
            <Button
              onClick={() =>
                showToast({ text: '“Tour” was deleted.', action: { label: 'Undo', onSelect: () => undefined } })
              }
            >
              With Undo
            </Button>
          </Variants>
        </>
      )}
    </BothSchemes>
  )
}
