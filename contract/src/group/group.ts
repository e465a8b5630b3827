import { z } from 'zod'
import { BrazilianDate, Money, MoneyInput, Name, orAbsent } from '../fields.ts'
import { defineRoute, Id, IdParams, PageMeta, PageQuery } from '../route.ts'
import { VALIDATION } from '../validation.ts'

export const GROUP_KINDS = {
  club: 'Assessoria ou clube',
  company: 'Empresa',
  family: 'Família e amigos',
} as const
export const GroupKind = z.enum(Object.keys(GROUP_KINDS) as [keyof typeof GROUP_KINDS], {
  error: VALIDATION.required,
})
export type GroupKind = keyof typeof GROUP_KINDS

const USER = { access: 'user', tag: 'Grupos' } as const
const Token = z.object({ token: z.string().max(200) })

const GroupEvent = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  date_event: BrazilianDate,
})

/** What a group's page shows to everybody. */
const Group = {
  id: z.int(),
  name: z.string(),
  kind: z.enum(Object.keys(GROUP_KINDS) as [GroupKind]),
  event: GroupEvent,
  /** The last day on which members join, leave and are removed; null: the event has no groups any more. */
  names_until: BrazilianDate.nullable(),
  is_open: z.boolean(),
}

export const CreateGroupInput = z.object({
  event_id: Id,
  name: Name('Dê um nome ao grupo', 60),
  kind: GroupKind,
})

/** Throws 409 when the event has no groups or their time is over, and 422 for a name that is taken. */
export const createGroup = defineRoute({
  ...USER,
  method: 'POST',
  path: '/participant/groups',
  status: 201,
  summary: 'Cria um grupo num evento; quem o cria é o capitão',
  body: CreateGroupInput,
  data: z.object({ id: z.int() }),
})

export const listMyGroups = defineRoute({
  ...USER,
  method: 'GET',
  path: '/participant/groups',
  summary: 'Os grupos de que sou capitão',
  data: z.array(z.object({ ...Group, members: z.int() })),
})

/** A discount for groups with at least this number of members; the rate is a percentage with two decimals. */
const Step = z.object({ min_members: z.int(), rate: z.string() })

/** What paying together saves (docs/algorithms/groups.md, "Group price"). */
const Quote = {
  /** What the captain's payment charges. */
  owed: Money,
  /** What the group price saves compared with the single prices, including free places. */
  saving: Money,
  free_places: z.int(),
}

export const MyGroup = z.object({
  ...Group,
  /** For all members who owe something. */
  ...Quote,
  /** Null: the event has no group price, or the group is closed. */
  price: z
    .object({
      rate: z.string(),
      next: Step.nullable(),
      /** For this number of payers in one payment, one more is free; null: none. */
      free_every: z.int().nullable(),
    })
    .nullable(),
  /** The invitation, and a text to share with it. */
  link: z.string(),
  text: z.string(),
  members: z.int(),
  /** Invited by e-mail and not yet a member. */
  invited: z.int(),
  signed: z.int(),
  paid: z.int(),
  takes_pix: z.boolean(),
  /** A registration whose refund waits for the captain's Pix key (`confirmPixKey`); null: none. */
  pix_key_for: z.int().nullable(),
})
export type MyGroup = z.infer<typeof MyGroup>

/** 404 for everybody but the captain. */
export const getMyGroup = defineRoute({
  ...USER,
  method: 'GET',
  path: '/participant/groups/:id',
  summary: 'Um grupo de que sou capitão, com o convite e os totais',
  params: IdParams,
  data: MyGroup,
})

/** Nothing else about a member is shown to the captain. */
export const GroupMember = z.object({
  registration_id: z.int(),
  name: z.string(),
  modality: z.string(),
  category: z.string(),
  /** The participant has accepted the terms in person, or made the registration. */
  is_signed: z.boolean(),
  is_paid: z.boolean(),
  /** If the captain pays, without a part of free places. */
  owed: Money,
  /** What the group's discount saves. */
  saving: Money,
})
export type GroupMember = z.infer<typeof GroupMember>

export const MEMBER_STATES = { unsigned: 'Falta confirmar', unpaid: 'Falta pagar', paid: 'Pago' } as const

export const listGroupMembers = defineRoute({
  ...USER,
  method: 'GET',
  path: '/participant/groups/:id/members',
  summary: 'Os membros de um grupo de que sou capitão',
  params: IdParams,
  query: PageQuery.extend({
    state: orAbsent(
      z.enum(Object.keys(MEMBER_STATES) as [keyof typeof MEMBER_STATES], { error: VALIDATION.invalid }),
    ),
  }),
  data: z.array(GroupMember),
  meta: PageMeta,
})

export const MAX_PAID_TOGETHER = 500

/** Absent: of all members who have not paid. */
const Chosen = { registration_ids: z.array(Id).min(1).max(MAX_PAID_TOGETHER).optional() }

export const quoteGroupPayment = defineRoute({
  ...USER,
  method: 'POST',
  path: '/participant/groups/:id/quote',
  summary: 'Quanto custa pagar inscrições de membros do meu grupo com um só Pix',
  params: IdParams,
  body: z.object(Chosen),
  data: z.object(Quote),
})

/**
 * Pays registrations of members with one Pix, whose payer is the captain, at the price of the group.
 * Idempotent. Another total than `expected_total` is refused with 409 `offer_changed` and both totals.
 */
export const payForGroup = defineRoute({
  ...USER,
  method: 'POST',
  path: '/participant/groups/:id/payment',
  status: 201,
  summary: 'Paga com um só Pix as inscrições de membros do meu grupo',
  params: IdParams,
  body: z.object({ ...Chosen, expected_total: MoneyInput.optional() }),
  data: z.object({ payment_link: z.string() }),
})

/** By the captain, or by the account that made the registration. */
export const leaveGroup = defineRoute({
  ...USER,
  method: 'DELETE',
  path: '/participant/groups/:id/members/:registrationId',
  summary: 'Tira uma inscrição de um grupo; a inscrição continua valendo',
  params: IdParams.extend({ registrationId: Id }),
})

export const InvitedGroup = z.object({
  ...Group,
  /** The captain's first name. */
  captain: z.string(),
  prices: z.array(Step),
  free_every: z.int().nullable(),
})
export type InvitedGroup = z.infer<typeof InvitedGroup>

export const readGroupInvitation = defineRoute({
  method: 'GET',
  path: '/groups/:token',
  access: 'public',
  tag: 'Grupos',
  summary: 'O grupo de um convite',
  params: Token,
  data: InvitedGroup,
})

/** The caller's registrations that may join, and those that did. */
export const listJoinable = defineRoute({
  ...USER,
  method: 'GET',
  path: '/participant/group-invitations/:token',
  summary: 'As minhas inscrições no evento de um convite',
  params: Token,
  data: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      modality: z.string(),
      /** The group it is in. */
      group: z.object({ id: z.int(), name: z.string() }).nullable(),
    }),
  ),
})

/** Idempotent. Throws 409 after the last day, and for a registration that is in another group. */
export const joinGroup = defineRoute({
  ...USER,
  method: 'POST',
  path: '/participant/group-invitations/:token',
  summary: 'Põe inscrições minhas no grupo de um convite',
  params: Token,
  body: z.object({ registration_ids: z.array(Id).min(1).max(100) }),
})
