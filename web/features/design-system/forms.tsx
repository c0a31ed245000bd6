import type { FormOutcome } from '../../lib/submit.ts'
import { CallForm } from '../../ui/call-form.tsx'
import { CodePanel } from '../../ui/code-panel.tsx'
import { EmailField } from '../../ui/email-field.tsx'
import { ImageDropZone } from '../../ui/image-drop-zone.tsx'
import { LegalNote } from '../../ui/legal-note.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { SavedTextField } from '../../ui/saved-text-field.tsx'
import { SettingsList, SettingsRow, SettingsSection, SettingsValue } from '../../ui/settings-section.tsx'
import { SelectRow, SettingRow, SettingRows, SwitchRow } from '../../ui/setting-row.tsx'
import { SignInLayout } from '../../ui/sign-in-layout.tsx'
import { Tabbed } from '../../ui/tabbed.tsx'
import { BothSchemes, Variants } from './both-schemes.tsx'

/** Forms that call the backend, and their frames. */
export function Forms() {
  return (
    <BothSchemes title="Forms">
      {() => (
        <>
          <PageHeader title="Page header" text="With a subtitle." />
          <SettingsSection title="Settings section" text="One short sentence.">
            <SettingsList label="Settings list">
              <SettingsRow title="Settings row" text="With a detail" />
            </SettingsList>
            <SettingsValue verb="Change" name="email" isOpen={false} onOpenChange={() => undefined}>
              Settings value
            </SettingsValue>
            <SavedTextField
              label="Saved text field"
              isLabelShown
              value="Saves itself"
              maxLength={100}
              problemOf={() => null}
              onSave={() => Promise.resolve(true)}
            />
          </SettingsSection>
          <Variants name="Setting rows: a value, a switch, a list">
            <SettingRows className="w-80">
              <SettingRow label="Opens">21</SettingRow>
              <SwitchRow label="Link" state="On" isOn onChange={() => undefined} />
              <SelectRow label="Who can open" value="open" options={access} onChange={() => undefined} />
            </SettingRows>
          </Variants>
          <Variants name="Tabs over content that fills its column">
            <div className="flex h-32 w-80 flex-col">
              <Tabbed
                label="Ways to share"
                tabs={[
                  { value: 'link', label: 'Link', content: <p className="p-4">The link</p> },
                  { value: 'people', label: 'People', count: 7, content: <p className="p-4">Seven people</p> },
                ]}
              />
            </div>
          </Variants>
          <Variants name="Form; submitting shows a failure at its field">
            <CallForm submitLabel="Log in" busyLabel="Logging in…" onSubmit={refuse}>
              {(problemOf) => (
                <>
                  <EmailField problem={problemOf('email')} />
                  <PasswordField kind="current-password" problem={problemOf('password')} />
                </>
              )}
            </CallForm>
          </Variants>
          <Variants name="Code panel">
            <CodePanel
              isByMail={false}
              submitLabel="Continue"
              onCode={refuse}
              onResend={refuse}
              changeLabel="Use another address"
              onChange={() => undefined}
            >
              A code is on its way.
            </CodePanel>
          </Variants>
          <LegalNote />
          <SignInLayout title="Sign-in layout" text="With a subtitle.">
            <ImageDropZone text="Drop images" onFiles={() => undefined}>
              <p className="text-sm text-muted">Drag a file over the window to see the drop zone.</p>
            </ImageDropZone>
          </SignInLayout>
        </>
      )}
    </BothSchemes>
  )
}

const access = [{ value: 'open', label: 'Anyone with the link' }]

async function refuse(): Promise<FormOutcome> {
  return { ok: false, text: 'Failed to sign in.', hint: 'The password is wrong.', field: 'password' }
}
