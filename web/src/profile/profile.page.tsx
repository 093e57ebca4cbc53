import { PageHeader } from '../parts/page/page-header.tsx'
import { Section } from '../parts/section.tsx'
import { Appearance } from './appearance.tsx'
import { EmailForm } from './email-form.tsx'
import { NameForm } from './name-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { Sessions } from './sessions.tsx'

/** What is about the person alone, whichever account they work for. */
export function Page() {
  return (
    <>
      <PageHeader>Your name, how you sign in, and where you are signed in.</PageHeader>
      <Section title="Name">
        <NameForm />
      </Section>
      <Section title="Email" intro="You sign in with it, and others of your account see it.">
        <EmailForm />
      </Section>
      <Section title="Password" intro="When you change it, every other device is signed out.">
        <PasswordForm />
      </Section>
      <Section title="Appearance" intro="For this browser.">
        <Appearance />
      </Section>
      <Sessions />
    </>
  )
}
