import { Plug } from 'lucide-react'

import type { FormFailure } from '../../lib/submit.ts'
import { Button } from '../../ui/button.tsx'
import { KeyField, PlaceFields } from '../../ui/provider-fields.tsx'
import { ProviderSection } from '../../ui/provider-section.tsx'
import { toSaid, TrialButtons, useTrial } from '../../ui/provider-trial.tsx'
import { BothSchemes } from './both-schemes.tsx'

/** The settings of a workspace's own provider, and the button that tries them. */
export function ProviderForms() {
  return (
    <BothSchemes title="Provider">
      {() => (
        <ProviderSection
          workspaceId=""
          icon={Plug}
          title="Provider section"
          text="One short sentence."
          name="provider"
          query={{ queryKey: ['design-system', 'provider'], queryFn: async () => place }}
          read={() => place}
          save={async () => refusal}
          savedText={() => 'The provider was saved.'}
          ownName={() => null}
          otherName={() => 'Not connected'}
        >
          {(answer) => (
            <>
              <PlaceFields settings={answer} known={place} />
              <KeyField keyLastFour="1234" />
              <Trial />
            </>
          )}
        </ProviderSection>
      )}
    </BothSchemes>
  )
}

function Trial() {
  const { place: buttons, busy, said, run } = useTrial<'test'>()
  return (
    <TrialButtons place={buttons} said={said}>
      <Button
        size="form"
        disabled={busy !== undefined}
        onClick={() => void run('test', async () => toSaid<{ readonly ok: true }>(refusal, () => 'Connected'))}
      >
        Test
      </Button>
    </TrialButtons>
  )
}

const place = { url: 'https://api.example.com/v1', model: 'small' }
const refusal: FormFailure = { ok: false, text: 'The provider was not saved.', hint: 'The provider refused the key.' }
