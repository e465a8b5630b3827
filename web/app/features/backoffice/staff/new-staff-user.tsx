import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FormProvider, useForm } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import { createStaffUser, StaffInput } from '#contract/backoffice/staff.ts'
import { ApiFailure, api, failureMessage } from '../../../api.ts'
import { pathTo, STAFF_PATH, STAFF_USER_PATH } from '../../../paths.ts'
import detail from '../../../ui/detail.module.css'
import { DetailToolbar } from '../../../ui/detail-toolbar.tsx'
import { FormBar } from '../../../ui/form-bar.tsx'
import { FieldRow, FormSection } from '../../../ui/form-section.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.ts'
import { idOf } from '../../../use-id-param.ts'
import { useServerErrors } from '../../../use-server-errors.ts'
import { ConfirmPassword } from '../../account/confirm-password.tsx'
import { enterprisesQuery, STAFF_KEY } from '../queries.ts'

const FORM_ID = 'usuario'
const FIELDS = ['name', 'email', 'role', 'enterprise_id', 'current_password'] as const
/** Enough for all enterprises of any real installation. */
const ENTERPRISES = { page: 1, per_page: 100 } as const

/** The form that invites a user of Admin or Empresa; `?empresa=` chooses the enterprise. */
export function NewStaffUser() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const enterpriseId = idOf(search.get('empresa') ?? undefined)
  const enterprises = useQuery(enterprisesQuery(ENTERPRISES))
  const form = useForm({
    resolver: zodResolver(StaffInput),
    defaultValues: {
      name: '',
      email: '',
      // Nothing is chosen beforehand: the wrong role would see too much.
      role: (enterpriseId === null ? '' : 'Empresa') as StaffInput['role'],
      enterprise_id: enterpriseId === null ? null : String(enterpriseId),
      current_password: '',
    },
  })
  const [, setFailure] = useServerErrors(form, FIELDS)
  const { isSubmitting } = form.formState
  const isOfEnterprise = form.watch('role') === 'Empresa'

  const submit = form.handleSubmit(async (body) => {
    setFailure(null)
    try {
      const { data, message } = await api(createStaffUser, { body })
      showToast('success', message ?? 'Usuário criado.')
      await queries.invalidateQueries({ queryKey: STAFF_KEY, refetchType: 'none' })
      navigate(pathTo(STAFF_USER_PATH, data.id), { replace: true })
    } catch (reason) {
      showToast('error', failureMessage(reason, 'Erro ao criar o usuário.'))
      if (reason instanceof ApiFailure) setFailure(reason)
    }
  })

  return (
    <>
      <PageHeader
        title="Novo usuário"
        description="Ao salvar, o convite segue por e-mail: por ele a pessoa confirma o endereço e cria a senha."
      />
      <FormProvider {...form}>
        <form id={FORM_ID} onSubmit={submit} noValidate aria-busy={isSubmitting} className={detail.sections}>
          <FormSection title="Pessoa">
            <FieldRow columns="1fr 1fr">
              <TextField
                control={form.control}
                name="name"
                label="Nome"
                autoComplete="off"
                required
                withAsterisk={false}
              />
              <TextField
                control={form.control}
                name="email"
                label="Email"
                type="email"
                autoComplete="off"
                required
                withAsterisk={false}
              />
            </FieldRow>
          </FormSection>
          <FormSection
            title="O que pode ver"
            description="Admin vê e muda tudo na plataforma. Empresa vê os eventos, as pessoas e o dinheiro da sua empresa. As duas exigem a verificação em duas etapas."
          >
            <FieldRow columns="1fr 1fr">
              <SelectField
                control={form.control}
                name="role"
                label="Papel"
                required
                withAsterisk={false}
                data={[
                  { value: '', label: 'Escolha o papel' },
                  { value: 'Admin', label: 'Admin' },
                  { value: 'Empresa', label: 'Empresa' },
                ]}
              />
              {isOfEnterprise && (
                <SelectField
                  control={form.control}
                  name="enterprise_id"
                  label="Empresa"
                  data={[
                    { value: '', label: 'Escolha a empresa' },
                    ...(enterprises.data?.data ?? []).map(({ id, name }) => ({
                      value: String(id),
                      label: name,
                    })),
                  ]}
                />
              )}
            </FieldRow>
          </FormSection>
          <ConfirmPassword>Esta conta vai ver dados de outras pessoas.</ConfirmPassword>
        </form>
        <FormBar>
          <DetailToolbar save={{ form: FORM_ID, busy: isSubmitting }} back={{ to: STAFF_PATH }} />
        </FormBar>
      </FormProvider>
    </>
  )
}
