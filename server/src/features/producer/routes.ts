import * as contract from '#contract/producer/producer.ts'
import * as access from '#contract/producer/producer-access.ts'
import type { Deps } from '#server/deps.ts'
import { getAccessibleEvent } from '#server/features/event/access/queries.ts'
import { presentProducer } from '#server/features/organizer/company.ts'
import type { Api } from '#server/lib/http.ts'
import { addToEvent, removeFromEvent } from './events/link-producer.ts'
import { addPermissions, removePermission } from './permissions/change-permissions.ts'
import { listCatalogue, listGranted } from './permissions/queries.ts'
import { blockProducer, removeProducer, resetProducerAccess } from './producer-access.ts'
import { getProducer, listProducers, listProducersOfEvent } from './queries.ts'
import { registerProducer, updateProducer } from './save-producer.ts'
import { endProducerSessions, listProducerSessions } from './sessions.ts'

export function producerRoutes(api: Api, deps: Deps): void {
  const { db } = deps

  api.handle(contract.listProducers, async ({ caller }) => ({
    data: (await listProducers(db, caller)).map((row) => presentProducer(row, caller)),
  }))

  api.handle(contract.getProducer, async ({ caller, params }) => ({
    data: [presentProducer(await getProducer(db, caller, params.id), caller)],
  }))

  api.handle(contract.registerProducer, async ({ caller, body, ip }) => ({
    data: { id: await registerProducer(deps, { caller, input: body, ip }) },
    message: 'Organizador registrado com sucesso!',
  }))

  api.handle(contract.updateProducer, async ({ caller, params, body, ip }) => {
    await updateProducer(deps, { caller, producerId: params.id, input: body, ip })
    return { data: { id: params.id }, message: 'Organizador atualizado com sucesso!' }
  })

  api.handle(contract.listEventProducers, async ({ caller, params }) => {
    const event = await getAccessibleEvent(db, caller, params.eventId)
    const producers = await listProducersOfEvent(db, caller, event.id)
    return {
      data: producers.map((row) => presentProducer(row, caller)),
      extra: { event: { id: event.id, title: event.title } },
    }
  })

  api.handle(contract.addProducerToEvent, async ({ caller, body, ip }) => {
    await addToEvent(deps, { caller, producerId: body.organizer_id, eventId: body.event_id, ip })
    return { message: 'Realizador relacionado ao evento com sucesso!' }
  })

  api.handle(contract.removeProducerFromEvent, async ({ caller, params, ip }) => {
    await removeFromEvent(deps, { caller, producerId: params.id, eventId: params.eventId, ip })
    return { message: 'Realizador removido do evento com sucesso!' }
  })

  api.handle(contract.listProducerSessions, async ({ caller, params }) => ({
    data: await listProducerSessions(deps, caller, params.id),
  }))

  api.handle(contract.endProducerSessions, async ({ caller, params, ip }) => {
    await endProducerSessions(deps, { caller, producerId: params.id, sessionId: null, ip })
    return { message: 'Sessões encerradas.' }
  })

  api.handle(contract.endProducerSession, async ({ caller, params, ip }) => {
    await endProducerSessions(deps, { caller, producerId: params.id, sessionId: params.sessionId, ip })
    return { message: 'Sessão encerrada.' }
  })

  api.handle(access.blockProducer, async ({ caller, params, body, ip }) => {
    const { blocked, reason } = body
    const blockedAt = await blockProducer(deps, { caller, producerId: params.id, blocked, reason, ip })
    return {
      data: { blocked_at: blockedAt?.toISOString() ?? null },
      message: blocked ? 'Realizador bloqueado.' : 'Realizador desbloqueado.',
    }
  })

  api.handle(access.resetProducerAccess, async ({ caller, params, ip }) => {
    const invited = await resetProducerAccess(deps, { caller, producerId: params.id, ip })
    return { message: invited ? 'Convite enviado de novo.' : 'E-mail de recuperação enviado.' }
  })

  api.handle(access.removeProducer, async ({ caller, params, body, ip }) => {
    await removeProducer(deps, { caller, producerId: params.id, reason: body.reason, ip })
    return { message: 'Realizador removido.' }
  })

  api.handle(contract.listPermissions, async () => {
    const answer = { permissions: await listCatalogue(db) }
    return { data: answer, extra: answer }
  })

  api.handle(contract.listProducerPermissions, async ({ caller, params }) => {
    const { id, fantasy_name } = await getProducer(db, caller, params.id)
    const answer = { organizer: { id, fantasy_name }, permissions: await listGranted(db, id) }
    return { data: answer, extra: answer }
  })

  api.handle(contract.addProducerPermissions, async ({ caller, params, body, ip }) => {
    const permissionIds = body.permissions
    const permissions = await addPermissions(deps, { caller, producerId: params.id, permissionIds, ip })
    return { data: { permissions }, message: 'Permissões adicionadas com sucesso!' }
  })

  api.handle(contract.removeProducerPermission, async ({ caller, params, ip }) => {
    await removePermission(deps, { caller, producerId: params.id, permission: params.permission, ip })
    return { message: 'Permissão removida com sucesso!' }
  })
}
