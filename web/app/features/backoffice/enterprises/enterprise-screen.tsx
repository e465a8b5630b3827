import { zodResolver } from '@hookform/resolvers/zod'
import { IconHistory, IconPencil, IconPercentage, IconTrash, IconUserPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import {
  createEnterprise,
  deleteEnterprise,
  type Enterprise,
  EnterpriseChange,
  updateEnterprise,
} from '#contract/backoffice/enterprises.ts'
import { formatCnpj } from '#contract/documents.ts'
import { countWords } from '#contract/words.ts'
import { ActionButton } from '#web/actions/action-button.tsx'
import { api } from '#web/api/api.ts'
import { useSubmit } from '#web/api/use-submit.ts'
import { ConfirmPassword } from '#web/features/account/confirm-password.tsx'
import { RecordState } from '#web/lists/record-state.tsx'
import { auditPathOf } from '#web/navigation/staff-paths.ts'
import { idOf } from '#web/navigation/use-id-param.ts'
import {
  EDIT_PARAM,
  ENTERPRISE_FEES_PATH,
  ENTERPRISE_PATH,
  ENTERPRISES_PATH,
  editPathTo,
  pathTo,
  STAFF_USER_PATH,
} from '#web/paths.ts'
import { momentWords } from '#web/ui/date-time-words.ts'
import detail from '#web/ui/detail.module.css'
import { DetailToolbar } from '#web/ui/detail-toolbar.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { FieldRow, FormSection } from '#web/ui/form-section.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { MaskedField } from '#web/ui/masked-field.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { RecordForm } from '#web/ui/record-form.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useLeaveGuard } from '#web/ui/use-leave-guard.ts'
import { ENTERPRISES_KEY, ENTERPRISES_LIST_KEY, enterpriseQuery } from '../queries.ts'

export const meta = pageTitle('Empresa')

/** An enterprise: a form that creates one, a view, and an edit mode. */
export default function EnterpriseScreen() {
  const { id } = useParams()
  return id === 'novo' ? <NewEnterprise /> : <ExistingEnterprise key={id} id={idOf(id) ?? 0} />
}

function NewEnterprise() {
  const navigate = useNavigate()
  return (
    <>
      <PageHeader title="Nova Empresa" />
      <EnterpriseForm
        enterprise={null}
        back={{ to: ENTERPRISES_PATH }}
        onSaved={(made) => navigate(pathTo(ENTERPRISE_PATH, made), { replace: true })}
      />
    </>
  )
}

function ExistingEnterprise({ id }: { id: number }) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const query = useQuery(enterpriseQuery(id))
  const { data } = query
  if (!data)
    return (
      <RecordState title="Empresa" list={{ to: ENTERPRISES_PATH, label: 'Ver empresas' }} query={query} />
    )
  if (!search.has(EDIT_PARAM)) return <View enterprise={data} />
  const view = () => navigate(pathTo(ENTERPRISE_PATH, id), { replace: true })
  return (
    <>
      <PageHeader title={`Editar ${data.name}`} />
      <EnterpriseForm enterprise={data} back={{ onClick: view }} onSaved={view} />
    </>
  )
}

function View({ enterprise }: { enterprise: Enterprise }) {
  return (
    <>
      <PageHeader title={enterprise.name} tab={enterprise.name} />
      <DetailToolbar back={{ to: ENTERPRISES_PATH }}>
        <LinkButton to={editPathTo(ENTERPRISE_PATH, enterprise.id)} icon={IconPencil}>
          Editar
        </LinkButton>
        <LinkButton to={pathTo(ENTERPRISE_FEES_PATH, enterprise.id)} variant="default" icon={IconPercentage}>
          Taxas
        </LinkButton>
        <LinkButton to={auditPathOf('enterprise', enterprise.id)} variant="default" icon={IconHistory}>
          Histórico
        </LinkButton>
        <LinkButton
          to={`${pathTo(STAFF_USER_PATH, 'novo')}?empresa=${enterprise.id}`}
          variant="default"
          icon={IconUserPlus}
        >
          Novo usuário
        </LinkButton>
        {enterprise.organizers === 0 && enterprise.events === 0 && enterprise.id !== PLATFORM && (
          <DeleteEnterprise enterprise={enterprise} />
        )}
      </DetailToolbar>
      <div className={`${detail.sections} ${detail.wideFacts}`}>
        <FormSection title="Empresa">
          <Facts
            facts={[
              ['Nome', enterprise.name],
              ['CNPJ', enterprise.cnpj ? formatCnpj(enterprise.cnpj) : 'Não informado'],
              ['Cadastrada em', momentWords(enterprise.created_at)],
            ]}
          />
        </FormSection>
        <FormSection title="Quem publica por ela">
          <Facts
            facts={[
              ['Organizadores', countWords(enterprise.organizers)],
              ['Eventos', countWords(enterprise.events)],
            ]}
          />
        </FormSection>
      </div>
    </>
  )
}

/** Id of the enterprise that operates the platform. */
const PLATFORM = 1

function DeleteEnterprise({ enterprise }: { enterprise: Enterprise }) {
  const navigate = useNavigate()
  return (
    <ActionButton
      icon={IconTrash}
      label="Apagar"
      danger
      question={{
        title: `Apagar ${enterprise.name}?`,
        words:
          'O cadastro foi feito por engano? Só empresas sem organizadores, eventos nem usuários podem ser apagadas. Isso não pode ser desfeito.',
        confirm: 'Apagar',
      }}
      action={() => api(deleteEnterprise, { params: { id: enterprise.id } })}
      onDone={() => navigate(ENTERPRISES_PATH, { replace: true })}
      invalidates={ENTERPRISES_LIST_KEY}
      failure="Erro ao apagar a empresa."
    />
  )
}

const FIELDS = ['name', 'cnpj', 'current_password'] as const

interface EnterpriseFormProps {
  /** Null creates an enterprise. */
  enterprise: Enterprise | null
  back: { to: string } | { onClick: () => void }
  onSaved: (id: number) => void
}

function EnterpriseForm({ enterprise, back, onSaved }: EnterpriseFormProps) {
  const queries = useQueryClient()
  const form = useForm({
    resolver: zodResolver(EnterpriseChange),
    defaultValues: {
      name: enterprise?.name ?? '',
      cnpj: formatCnpj(enterprise?.cnpj ?? ''),
      current_password: '',
    },
  })
  const { isDirty, dirtyFields } = form.formState
  const guard = useLeaveGuard(isDirty, { inEditMode: true })
  const submit = useSubmit(form, {
    fields: FIELDS,
    failure: 'Erro ao salvar a empresa.',
    send: async (body) => {
      const { data, message } = enterprise
        ? await api(updateEnterprise, { params: { id: enterprise.id }, body })
        : await api(createEnterprise, { body: { name: body.name, cnpj: body.cnpj } })
      showToast('success', message ?? 'Empresa salva com sucesso!')
      // Awaited, so that the view shows the saved values.
      await queries.invalidateQueries({ queryKey: ENTERPRISES_KEY })
      guard.allowLeaving()
      onSaved(data.id)
    },
  })

  return (
    <RecordForm form={form} id="empresa" onSubmit={submit} back={back} blocker={guard.blocker}>
      <FormSection title="Empresa" description="O nome e o CNPJ aparecem nos relatórios e nos comprovantes.">
        <FieldRow columns="3fr 2fr">
          <TextField
            control={form.control}
            name="name"
            label="Nome"
            autoComplete="off"
            required
            withAsterisk={false}
          />
          <MaskedField
            control={form.control}
            name="cnpj"
            mask="cnpj"
            label="CNPJ"
            autoComplete="off"
            required
            withAsterisk={false}
          />
        </FieldRow>
      </FormSection>
      {enterprise && dirtyFields.cnpj && (
        <ConfirmPassword>Outro CNPJ é outra empresa: ele diz quem recebe.</ConfirmPassword>
      )}
    </RecordForm>
  )
}
