import { Group, Skeleton, Text } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { previewRemoval, type RemovalPreview, removePerson } from '#contract/backoffice/accounts.ts'
import { formatCpf } from '#contract/documents.ts'
import { RemoveButton } from '#web/actions/account-actions.tsx'
import { api } from '#web/api/api.ts'
import { recordFailure } from '#web/api/query-failure.ts'
import { ACCOUNT_RECORD_PATH, ACCOUNTS_PATH, pathTo } from '#web/paths.ts'
import cells from '#web/ui/cells.module.css'
import detail from '#web/ui/detail.module.css'
import { DetailToolbar } from '#web/ui/detail-toolbar.tsx'
import { FormSection } from '#web/ui/form-section.tsx'
import { FramedError } from '#web/ui/frame.tsx'
import { MaskedInput } from '#web/ui/masked-input.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { TextButton } from '#web/ui/text-button.tsx'
import { AccountStatus } from '../account-status.tsx'
import { PersonRegistrations } from '../person-registrations.tsx'
import { ACCOUNTS_LIST_KEY, removalPreviewQuery } from '../queries.ts'
import { REMOVAL_WORDS } from './account-toolbar.tsx'

export const meta = pageTitle('Apagar dados por CPF')

/** Finds what a CPF has, also without an account, and removes the person from it. */
export default function RemovalScreen() {
  const [cpf, setCpf] = useState<string | null>(null)
  return (
    <>
      <PageHeader
        title="Apagar dados por CPF"
        description="Para quem pede que os seus dados sejam apagados (LGPD, art. 18), com ou sem conta. Confira antes quem pede: peça um documento."
      >
        <DetailToolbar back={{ to: ACCOUNTS_PATH }} />
      </PageHeader>
      <div className={detail.sections}>
        <FormSection title="De quem são os dados?" description="O CPF não fica no endereço da página.">
          <CpfForm onSearch={setCpf} />
        </FormSection>
        {cpf && <Found key={cpf} cpf={cpf} />}
      </div>
    </>
  )
}

function CpfForm({ onSearch }: { onSearch: (cpf: string) => void }) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { data, error: refused } = previewRemoval.body.safeParse({ cpf: typed })
    setError(refused?.issues[0]?.message)
    if (data) onSearch(data.cpf)
  }
  return (
    <form onSubmit={submit} noValidate>
      <MaskedInput mask="cpf" label="CPF" maw={280} value={typed} error={error} onChange={setTyped} />
      <TextButton type="submit" icon={IconSearch} mt="md">
        Buscar
      </TextButton>
    </form>
  )
}

function Found({ cpf }: { cpf: string }) {
  const query = useQuery(removalPreviewQuery(cpf))
  const { data } = query
  const failure = recordFailure(query)
  if (failure) return <FramedError {...failure} />
  if (!data) return <Skeleton height={180} radius="lg" aria-busy />
  const { account, registrations } = data
  if (!account && registrations.length === 0)
    return <Text role="status">Não há conta nem inscrição com o CPF {formatCpf(cpf)}: nada a apagar.</Text>
  return (
    <>
      <FormSection title="Conta">
        <FoundAccount account={account} />
      </FormSection>
      <FormSection
        title="Inscrições"
        description="As que a conta fez, para si e para acompanhantes, e as que outras contas fizeram com este CPF; as cem mais recentes."
      >
        <PersonRegistrations registrations={registrations} name={account?.name ?? ''} />
      </FormSection>
      <Group>
        <RemoveButton
          name={account?.name ?? registrations[0]?.name ?? ''}
          kind="participante"
          label="Apagar"
          words={REMOVAL_WORDS}
          asksReason
          action={(reason) => api(removePerson, { body: { cpf, reason } })}
          invalidates={ACCOUNTS_LIST_KEY}
          list={ACCOUNTS_PATH}
        />
      </Group>
    </>
  )
}

function FoundAccount({ account }: Pick<RemovalPreview, 'account'>) {
  if (!account) return <Text c="dimmed">Nenhuma conta tem este CPF.</Text>
  return (
    <div className={cells.lines}>
      <Link to={pathTo(ACCOUNT_RECORD_PATH, account.id)} className={cells.name}>
        {account.name}
      </Link>
      <span className={cells.minor}>{account.email}</span>
      <span>
        <AccountStatus account={account} />
      </span>
    </div>
  )
}
