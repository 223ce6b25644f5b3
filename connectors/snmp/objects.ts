import { z } from 'zod';
import type { SnmpObject } from '../kit/object-types.ts';
import { setPromise } from '../kit/snmp/operations.ts';

/** @see https://www.rfc-editor.org/rfc/rfc3418 */
const system = '1.3.6.1.2.1.1';

/** @see https://www.rfc-editor.org/rfc/rfc2863 (ifTable, and ifXTable of the same rows) */
const interfaces = '1.3.6.1.2.1.2.2.1';
const moreOfInterfaces = '1.3.6.1.2.1.31.1.1.1';

const places = {
  sysContact: { oid: `${system}.4`, type: 'text' },
  sysName: { oid: `${system}.5`, type: 'text' },
  sysLocation: { oid: `${system}.6`, type: 'text' },
} as const;

const text = z.string().optional();
const whole = z.number().int().optional();

export const objects: Readonly<Record<string, SnmpObject>> = {
  system: {
    driver: 'snmp',
    title: 'The device itself',
    key: ['sysName'],
    docsUrl: 'https://www.rfc-editor.org/rfc/rfc3418',
    schema: z.object({
      sysDescr: text,
      sysObjectID: text,
      sysUpTime: whole,
      sysContact: text,
      sysName: text,
      sysLocation: text,
    }),
    operations: {
      list: {
        kind: 'scalars',
        columns: {
          sysDescr: { oid: `${system}.1`, type: 'text' },
          sysObjectID: { oid: `${system}.2` },
          sysUpTime: { oid: `${system}.3` },
          ...places,
        },
      },
      update: { kind: 'scalars', columns: places, promise: setPromise },
    },
  },
  interfaces: {
    driver: 'snmp',
    title: 'Network interfaces',
    key: ['index'],
    docsUrl: 'https://www.rfc-editor.org/rfc/rfc2863',
    schema: z.object({
      index: z.string(),
      ifDescr: text,
      ifType: whole,
      ifMtu: whole,
      ifSpeed: whole,
      ifPhysAddress: text,
      ifAdminStatus: whole,
      ifOperStatus: whole,
      ifName: text,
      ifHCInOctets: text,
      ifHCOutOctets: text,
      ifHighSpeed: whole,
      ifAlias: text,
    }),
    operations: {
      list: {
        kind: 'table',
        pageSize: 500,
        columns: {
          ifDescr: { oid: `${interfaces}.2`, type: 'text' },
          ifType: { oid: `${interfaces}.3` },
          ifMtu: { oid: `${interfaces}.4` },
          ifSpeed: { oid: `${interfaces}.5` },
          ifPhysAddress: { oid: `${interfaces}.6`, type: 'bytes' },
          ifAdminStatus: { oid: `${interfaces}.7` },
          ifOperStatus: { oid: `${interfaces}.8` },
          ifName: { oid: `${moreOfInterfaces}.1`, type: 'text' },
          ifHCInOctets: { oid: `${moreOfInterfaces}.6` },
          ifHCOutOctets: { oid: `${moreOfInterfaces}.10` },
          ifHighSpeed: { oid: `${moreOfInterfaces}.15` },
          ifAlias: { oid: `${moreOfInterfaces}.18`, type: 'text' },
        },
      },
      update: {
        kind: 'table',
        promise: setPromise,
        columns: {
          ifAdminStatus: { oid: `${interfaces}.7`, type: 'integer' },
          ifAlias: { oid: `${moreOfInterfaces}.18`, type: 'text' },
        },
      },
    },
  },
};
