import { clockMoved } from './clock.ts'
import { connectionsUsedUp, networkSilent, networkSlow, postgresKilled } from './database.ts'
import { deployUnderLoad } from './deploy.ts'
import { diskFull, diskSlow } from './disk.ts'
import type { Fault } from './fault.ts'
import { serverKilled, twoServers } from './processes.ts'
import { gatewayInTrouble, mailInTrouble, zipInTrouble } from './services.ts'

/** In the order in which they are injected. */
export const FAULTS: readonly Fault[] = [
  serverKilled,
  postgresKilled,
  connectionsUsedUp,
  networkSilent,
  networkSlow,
  diskSlow,
  diskFull,
  clockMoved,
  gatewayInTrouble,
  mailInTrouble,
  zipInTrouble,
  twoServers,
  deployUnderLoad,
]
