import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { WaitingRace } from '../login/waiting-race.tsx'
import classes from './register.module.css'
import { RegistrationForm } from './registration-form.tsx'

export const meta = pageTitle('Cadastro')

export default function AccountRegistration() {
  return (
    <div className={classes.page}>
      <PageHeader
        title="Cadastro"
        description="Uma conta só para se inscrever em corridas no Brasil inteiro. Leva uns dois minutos."
      />
      <WaitingRace>{(aim) => <>Crie a sua conta para {aim}. Nós guardamos o caminho.</>}</WaitingRace>
      <RegistrationForm />
    </div>
  )
}
