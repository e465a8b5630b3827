import classes from '../features/account/register/register.module.css'
import { RegistrationForm } from '../features/account/register/registration-form.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Cadastro')

export default function AccountRegistration() {
  return (
    <div className={classes.page}>
      <PageHeader
        title="Cadastro"
        description="Uma conta só para se inscrever em corridas no Brasil inteiro. Leva uns dois minutos."
      />
      <RegistrationForm />
    </div>
  )
}
