import picture from '../../../sample/pictures/tidelane-3-1440.avif'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { CoverThumbnail } from '../../ui/cover-thumbnail.tsx'
import { FadedPicture } from '../../ui/faded-picture.tsx'
import { Keycap } from '../../ui/keycap.tsx'
import { PageBar } from '../../ui/page-bar.tsx'
import { Popover } from '../../ui/popover.tsx'
import { QuietSelect } from '../../ui/quiet-select.tsx'
import { ScoreRing } from '../../ui/score-ring.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { StepCloseUp } from '../../ui/step-close-up.tsx'
import { StepTrack, type StepMark } from '../../ui/step-track.tsx'
import { StoryList } from '../../ui/story-list.tsx'
import { BothSchemes, Variants } from './both-schemes.tsx'

const sampleStep = {
  screenshotUrl: new URL(picture, location.href).href,
  width: 1440,
  height: 900,
  hotspot: { xPercent: 71, yPercent: 35 },
}
const marks: readonly StepMark[] = ['seen', 'seen', 'asked', 'seen', 'booked', 'unseen', 'unseen', 'unseen']
const ticks = marks.map((mark, index) => ({ stepId: String(index), mark }))
const at = (second: string) => `2026-11-21T10:00:${second}Z`
const lines = [
  { kind: 'page', at: at('00'), text: 'Opened shop.example/prices', seconds: 40, subjectId: null },
  { kind: 'agent', at: at('41'), text: 'Talked to the agent', seconds: 0, subjectId: null },
  { kind: 'meeting', at: at('59'), text: 'Booked a meeting', seconds: 0, subjectId: null },
] as const

/** People, small drawings of figures, and the head of a dense page. */
export function Figures() {
  return (
    <BothSchemes title="People and figures">
      {() => (
        <>
          <Variants name="Avatar: named, live, unknown">
            <Avatar name="Ada Moreau" size={40} />
            <Avatar name="Noa Petrie" size={32} isLive />
            <Avatar name={null} size={28} />
            <Avatar name="آدا لوفليس" />
          </Variants>
          <Variants name="A lead’s score: hot, cold">
            <ScoreRing score={82} size={44} />
            <ScoreRing score={18} size={28} />
          </Variants>
          <Variants name="Picture that fades in">
            <FadedPicture src="/icon.svg" width={40} height={40} />
          </Variants>
          <Variants name="Chips; keys">
            <Chip>Finished</Chip>
            <Chip tone="accent">Lead</Chip>
            <Chip tone="success">Booked</Chip>
            <Chip tone="spot">Asked</Chip>
            <Keycap>J</Keycap>
          </Variants>
          <Variants name="A demo without pictures in a row">
            <CoverThumbnail step={undefined} backendUrl="" />
          </Variants>
          <Variants name="A step, close to its hotspot">
            <span className="relative block aspect-8/5 w-40 overflow-hidden rounded-control bg-sunken">
              <StepCloseUp step={sampleStep} backendUrl="" pixels={320} />
            </span>
          </Variants>
          <Variants name="A line of days; steps seen, asked on, booked on, unseen">
            <Sparkline days={[3, 5, 4, 8, 7, 12, 11]} />
            <span className="w-32">
              <StepTrack ticks={ticks} label="5 of 8 steps" />
            </span>
          </Variants>
          <Variants name="A choice in the head of a page; a popover">
            <QuietSelect
              label="Time"
              defaultValue="28"
              options={[
                { value: '7', label: 'Last 7 days' },
                { value: '28', label: 'Last 28 days' },
              ]}
            />
            <Popover title="In the last five minutes" trigger={<Button>Open</Button>}>
              Nobody is here right now.
            </Popover>
          </Variants>
          <div className="w-full max-w-80">
            <StoryList lines={lines} steps={[]} startedAt={at('00')} shownMax={2} />
          </div>
          <div className="w-full">
            <PageBar title="Analytics" actions={<Button>Export</Button>} />
          </div>
        </>
      )}
    </BothSchemes>
  )
}
