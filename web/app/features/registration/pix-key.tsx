import { Checkbox } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { confirmPixKey } from '#contract/my-registrations/refund-pix-key.ts'
import { api } from '#web/api/api.ts'
import { TextButton } from '#web/ui/text-button.tsx'
import classes from './details.module.css'
import { useRegistrationChange } from './use-registration-change.ts'

const MISSING = 'Confirme que o seu CPF é uma chave Pix sua.'

/** Asks for the Pix key to which the enterprise sends a refund that the gateway cannot make. */
export function PixKey({ registrationId: id }: { registrationId: number }) {
  const [isMine, setIsMine] = useState(false)
  const [error, setError] = useState<string>()
  const confirm = useRegistrationChange({
    change: () => api(confirmPixKey, { params: { id }, body: { is_my_key: true } }),
    done: 'Chave Pix confirmada.',
    failure: 'Erro ao confirmar a chave Pix.',
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isMine) confirm.mutate()
    else setError(MISSING)
  }
  return (
    <form className={classes.sunken} onSubmit={submit} noValidate aria-label="Chave Pix para a devolução">
      <div className={classes.choice}>
        <p>
          <strong>Falta a sua chave Pix.</strong> A devolução vai para o CPF da sua conta nesta plataforma, e
          só para ele: assim ninguém mais pode receber o seu dinheiro.
        </p>
        <Checkbox
          label="O meu CPF é uma chave Pix minha"
          checked={isMine}
          error={error}
          onChange={(event) => {
            setIsMine(event.currentTarget.checked)
            setError(undefined)
          }}
        />
        <p className={classes.note}>
          Ainda não é? Cadastre o CPF como chave no aplicativo do seu banco: é grátis e leva um minuto. Se não
          puder, fale com a gente.
        </p>
        <div>
          <TextButton type="submit" icon={IconKey} loading={confirm.isPending}>
            Confirmar chave Pix
          </TextButton>
        </div>
      </div>
    </form>
  )
}
