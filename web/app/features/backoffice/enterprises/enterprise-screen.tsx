import { zodResolver } from '@hookform/resolvers/zod'
import { IconHistory, IconPencil, IconPercentage, IconTrash, IconUserPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FormProvider, useForm } from 'react-hook-form'
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
import { ApiFailure, api, failureMessage } from '../../../api.ts'
import {
  EDIT_PARAM,
  ENTERPRISE_FEES_PATH,
  ENTERPRISE_PATH,
  ENTERPRISES_PATH,
  editPathTo,
  pathTo,
  STAFF_USER_PATH,
} from '../../../paths.ts'
import { auditPathOf } from '../../../staff-paths.ts'
import detail from '../../../ui/detail.module.css'
import { DetailToolbar } from '../../../ui/detail-toolbar.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { FormBar } from '../../../ui/form-bar.tsx'
import { FieldRow, FormSection } from '../../../ui/form-section.tsx'
import { LeaveDialog } from '../../../ui/leave-dialog.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { MaskedField } from '../../../ui/masked-field.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.ts'
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts'
import { idOf } from '../../../use-id-param.ts'
import { useServerErrors } from '../../../use-server-errors.ts'
import { ConfirmPassword } from '../../account/confirm-password.tsx'
import { momentWords } from '../../registration/moment.ts'
import { ActionButton } from '../action-button.tsx'
import { ENTERPRISES_KEY, ENTERPRISES_LIST_KEY, enterpriseQuery } from '../queries.ts'
import { RecordState } from '../record-state.tsx'

export const meta = pageTitle('Empresa')

/** An enterprise: a form for a new one, a view, and an edit mode. */
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

/** The enterprise that runs the platform. */
const PLATFORM = 1

/** For one made by mistake. */
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

const FORM_ID = 'empresa'
const FIELDS = ['name', 'cnpj', 'current_password'] as const

interface EnterpriseFormProps {
  /** Null creates a new one. */
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
  const [, setFailure] = useServerErrors(form, FIELDS)
  const { isSubmitting, isDirty, dirtyFields } = form.formState
  const guard = useLeaveGuard(isDirty, { inEditMode: true })

  const submit = form.handleSubmit(async (body) => {
    setFailure(null)
    guard.allowLeaving()
    try {
      const { data, message } = enterprise
        ? await api(updateEnterprise, { params: { id: enterprise.id }, body })
        : await api(createEnterprise, { body: { name: body.name, cnpj: body.cnpj } })
      showToast('success', message ?? 'Empresa salva com sucesso!')
      // Awaited, so that the view shows the saved values.
      await queries.invalidateQueries({ queryKey: ENTERPRISES_KEY })
      onSaved(data.id)
    } catch (reason) {
      guard.preventLeaving()
      showToast('error', failureMessage(reason, 'Erro ao salvar a empresa.'))
      if (reason instanceof ApiFailure) setFailure(reason)
    }
  })

  return (
    <FormProvider {...form}>
      <form id={FORM_ID} onSubmit={submit} noValidate aria-busy={isSubmitting} className={detail.sections}>
        <FormSection
          title="Empresa"
          description="O nome e o CNPJ aparecem nos relatórios e nos comprovantes."
        >
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
      </form>
      <FormBar>
        <DetailToolbar save={{ form: FORM_ID, busy: isSubmitting }} back={back} />
      </FormBar>
      <LeaveDialog blocker={guard.blocker}>Se você sair agora, elas se perdem.</LeaveDialog>
    </FormProvider>
  )
}
