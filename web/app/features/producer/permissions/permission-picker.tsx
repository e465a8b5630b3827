import { Button, type OptionsFilter, UnstyledButton } from '@mantine/core'
import { IconCheck, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { isPermission, permissionName, whyNeeded, withNeeded } from '#contract/permissions.ts'
import { PERMISSION_PRESETS } from '#contract/producer/permission-presets.ts'
import { addProducerPermissions, type PermissionRow } from '#contract/producer/producer.ts'
import { plainText } from '#contract/words.ts'
import { useAction } from '#web/actions/use-action.ts'
import { api } from '#web/api/api.ts'
import { useSession } from '#web/session/session.ts'
import { FormSection } from '#web/ui/form-section.tsx'
import { MultiChoice } from '#web/ui/multi-choice.tsx'
import { PRODUCERS_KEY } from '../queries.ts'
import { PermissionName, problemAfter } from './permission-words.tsx'
import classes from './permissions.module.css'

interface PermissionPickerProps {
  producerId: number
  catalogue: readonly PermissionRow[]
  granted: readonly PermissionRow[]
}

/** Selects permissions to grant: those that the user holds and the realizador does not. */
export function PermissionPicker({ producerId, catalogue, granted }: PermissionPickerProps) {
  const own = useSession()?.permissions ?? []
  const [wanted, setWanted] = useState<readonly string[]>([])
  const available = catalogue.filter(
    ({ id, name }) => own.includes(name) && !granted.some((one) => one.id === id),
  )
  const complete: readonly string[] = [...wanted, ...withNeeded(wanted.filter(isPermission))]
  const chosen = available.filter(({ name }) => complete.includes(name))
  const names = chosen.map(({ name }) => name)
  /** Deselecting a permission also deselects the permissions that require it. */
  const choose = (next: readonly string[]) => {
    const dropped: readonly string[] = names.filter((name) => !next.includes(name))
    setWanted(
      next.filter((name) => !(isPermission(name) && withNeeded([name]).some((one) => dropped.includes(one)))),
    )
  }
  const add = useAction({
    action: () =>
      api(addProducerPermissions, {
        params: { id: producerId },
        body: { permissions: chosen.map(({ id }) => id) },
      }),
    invalidates: PRODUCERS_KEY,
    success: 'Permissões adicionadas com sucesso!',
    failure: problemAfter('Erro ao adicionar permissões.'),
    onDone: () => setWanted([]),
  })

  return (
    <FormSection
      title="Adicionar permissões"
      description="Comece por um perfil pronto ou escolha uma a uma. Nada muda antes de adicionar."
    >
      <Presets available={available} onChoose={setWanted} />
      <MultiChoice
        label="Permissões disponíveis"
        placeholder={chosen.length > 0 ? undefined : 'Escolha as permissões'}
        data={available.map(({ name }) => ({ value: name, label: permissionName(name) }))}
        value={names}
        onChange={choose}
        nothingFoundMessage={available.length > 0 ? 'Sem opções' : 'Todas já foram atribuídas.'}
        filter={byWords(available)}
        renderOption={({ option }) => <PermissionOption permission={named(available, option.value)} />}
      />
      {chosen.length > 0 && (
        <dl className={classes.details} aria-label="Permissões escolhidas">
          {chosen.map(({ id, name, description }) => (
            <div key={id}>
              <dt>
                <PermissionName name={name} />
              </dt>
              <dd>{description ?? 'Descrição não disponível.'}</dd>
              <Why name={name} others={names} />
            </div>
          ))}
        </dl>
      )}
      <div>
        <Button
          leftSection={<IconPlus size={20} aria-hidden />}
          disabled={chosen.length === 0}
          loading={add.isPending}
          onClick={() => add.mutate()}
        >
          Adicionar
        </Button>
      </div>
    </FormSection>
  )
}

const named = (permissions: readonly PermissionRow[], name: string) =>
  permissions.find((permission) => permission.name === name)

const byWords =
  (permissions: readonly PermissionRow[]): OptionsFilter =>
  ({ options, search }) =>
    options.filter((option) => {
      const { name = '', description } = ('value' in option && named(permissions, option.value)) || {}
      return plainText(`${permissionName(name)} ${name} ${description}`).includes(plainText(search.trim()))
    })

function Why({ name, others }: { name: string; others: readonly string[] }) {
  const why = whyNeeded(name, others)
  return why && <dd className={classes.why}>{why}</dd>
}

function PermissionOption({ permission }: { permission: PermissionRow | undefined }) {
  return (
    <div className={classes.option}>
      {permission && <PermissionName name={permission.name} />}
      <span>{permission?.description ?? 'Descrição não disponível.'}</span>
    </div>
  )
}

interface PresetsProps {
  available: readonly PermissionRow[]
  onChoose: (names: readonly string[]) => void
}

/** Buttons that select all permissions of a typical job. */
function Presets({ available, onChoose }: PresetsProps) {
  return (
    <ul className={classes.presets} aria-label="Perfis prontos">
      {PERMISSION_PRESETS.map(({ name, description, permissions }) => {
        const left = available.filter((one) => permissions.some((permission) => permission === one.name))
        return (
          <li key={name}>
            <UnstyledButton
              disabled={left.length === 0}
              onClick={() => onChoose(left.map((permission) => permission.name))}
            >
              <strong>
                {name}
                {left.length === 0 && <IconCheck size={18} aria-hidden />}
              </strong>
              <span>{left.length === 0 ? 'Já tem tudo deste perfil.' : description}</span>
            </UnstyledButton>
          </li>
        )
      })}
    </ul>
  )
}
