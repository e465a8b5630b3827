import { Button, Group } from '@mantine/core'
import { IconArrowBackUp, IconPlus, IconStack2 } from '@tabler/icons-react'
import { use, useEffect, useState } from 'react'
import { get, useFieldArray, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { toCents } from '#contract/money.ts'
import { FeesContext } from '../event-context.tsx'
import { blankTier, type EventForm, isNew, type ProductForm, remaining } from '../form/event-form.ts'
import { highestOf, leastFee, valuesOf } from '../form/offer.ts'
import { firstTiers, lastTier, newTierIndex, nextTierName } from '../form/tiers.ts'
import { PriceTier } from './price-tier.tsx'
import classes from './price-tiers.module.css'

type ProductPath = `products.${number}`

/** The prices of a product that change by date or number sold. Without them it has the price of its row. */
export function PriceTiers({ path }: { path: ProductPath }) {
  const { control, getValues, setValue, setFocus } = useFormContext<EventForm>()
  const product = useWatch({ control, name: path })
  const list = useFieldArray({ control, name: `${path}.tiers`, keyName: 'key' })
  const followFee = useFollowedFee(path, product)
  /** How often the tiers were replaced by one price. After each time the field of the price gets the focus. */
  const [returns, setReturns] = useState(0)
  const hasTiers = remaining(product.tiers).length > 0
  useEffect(() => {
    if (returns > 0 && !hasTiers) setFocus(`${path}.value`)
  }, [returns, hasTiers, path, setFocus])

  const sellInTiers = () =>
    list.append(firstTiers(product), { focusName: `${path}.tiers.${product.tiers.length}.ends_on` })
  const add = () => {
    const index = newTierIndex(product.tiers)
    list.insert(index, blankTier(nextTierName(product.tiers)), {
      focusName: `${path}.tiers.${index}.value`,
    })
  }
  const remove = (index: number) => {
    const tiers = getValues(`${path}.tiers`)
    const [only, ...others] = remaining(tiers.filter((_, i) => i !== index))
    const tier = tiers[index]
    if (only && others.length === 0 && !only.in_use) {
      setValue(`${path}.value`, only.value, { shouldDirty: true })
      // Stored tiers stay in the form until it is saved, so that their removal can be undone.
      list.replace(tiers.filter(({ id }) => !isNew(id)).map((one) => ({ ...one, removed: true })))
      setReturns(returns + 1)
    } else if (tier && isNew(tier.id) && tier.value === '') {
      list.remove(index)
      setFocus(`${path}.tiers.${lastTier(getValues(`${path}.tiers`))}.name`)
    } else setValue(`${path}.tiers.${index}.removed`, true, { shouldDirty: true })
  }
  const restore = () =>
    product.tiers.forEach((_, i) => {
      setValue(`${path}.tiers.${i}.removed`, false, { shouldDirty: true })
    })

  if (!hasTiers)
    return product.tiers.length > 0 ? (
      <p className={classes.undo}>
        Os lotes serão removidos ao salvar.
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          aria-label="Desfazer a remoção dos lotes"
          onClick={restore}
        >
          Desfazer
        </Button>
      </p>
    ) : (
      <Group>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconStack2 size={18} aria-hidden />}
          onClick={sellInTiers}
        >
          Vender em lotes
        </Button>
      </Group>
    )
  const others = (index: number) =>
    valuesOf({ ...product, tiers: product.tiers.filter((_, i) => i !== index) })
  return (
    <section aria-label="Lotes" className={classes.section}>
      <h3 className={classes.heading}>Lotes</h3>
      <p className={classes.hint}>
        O preço muda sozinho: depois do dia, ou quando as inscrições do lote acabam, o que vier primeiro.
      </p>
      <ListProblem path={path} />
      <div className={classes.head} aria-hidden>
        <span>Nome do lote</span>
        <span>Valor</span>
        <span>Até o dia</span>
        <span>Até quantas inscrições</span>
      </div>
      <ol className={classes.tiers}>
        {list.fields.map(({ id }, index) => (
          <PriceTier
            key={id}
            path={`${path}.tiers.${index}`}
            isLast={index === lastTier(product.tiers)}
            onTyped={(typed) => followFee([...others(index), typed])}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      <Group>
        <Button variant="default" size="sm" leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
          Adicionar lote
        </Button>
      </Group>
    </section>
  )
}

function ListProblem({ path }: { path: ProductPath }) {
  const { control } = useFormContext<EventForm>()
  const { errors } = useFormState({ control })
  const problem: unknown = get(errors, `${path}.tiers.root.message`)
  return typeof problem === 'string' ? (
    <p className={classes.problem} role="alert">
      {problem}
    </p>
  ) : null
}

/**
 * The lowest fee differs between free and paid kits. Unless the fee was changed by hand, it follows the
 * highest of the prices passed to the returned function.
 */
export function useFollowedFee(path: ProductPath, product: ProductForm) {
  const { setValue } = useFormContext<EventForm>()
  const fees = use(FeesContext)
  return (values: readonly string[]) => {
    const before = leastFee(fees, highestOf(valuesOf(product)))
    const isUntouched =
      product.type_fee === before.type_fee &&
      toCents(product.rate_organizer) === toCents(before.rate_organizer)
    if (!isUntouched) return
    const { type_fee, rate_organizer } = leastFee(fees, highestOf(values))
    setValue(`${path}.type_fee`, type_fee, { shouldDirty: true })
    setValue(`${path}.rate_organizer`, rate_organizer, { shouldDirty: true })
  }
}
