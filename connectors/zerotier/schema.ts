import { z } from 'zod';

/** Records of ZeroTier Central: the fields that integrations use. @see https://docs.zerotier.com/api/central/v1/ */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const amount = z.number().nullish();
const texts = z.array(z.string()).nullish();
const instant = z.number().nullish().meta({ title: 'Milliseconds since 1970' });

export const Network = z.looseObject({
  id: text.meta({ title: 'Id', example: '8056c2e21c000001' }),
  description: text,
  rulesSource: text,
  ownerId: text,
  onlineMemberCount: amount,
  authorizedMemberCount: amount,
  totalMemberCount: amount,
  config: z
    .looseObject({
      name: text,
      private: flag,
      creationTime: instant,
      lastModified: instant,
      mtu: amount,
      enableBroadcast: flag,
      ipAssignmentPools: z.array(z.looseObject({ ipRangeStart: text, ipRangeEnd: text })).nullish(),
      routes: z.array(z.looseObject({ target: text, via: text })).nullish(),
    })
    .nullish(),
});

export const Member = z.looseObject({
  id: text.meta({ title: 'Network and node' }),
  networkId: z.string().optional().meta({ title: 'Id of the network', example: '8056c2e21c000001' }),
  nodeId: z.string().optional().meta({ title: 'Address of the node', example: 'a02505e545' }),
  name: text,
  description: text,
  hidden: flag,
  config: z
    .looseObject({
      authorized: flag,
      activeBridge: flag,
      noAutoAssignIps: flag,
      ipAssignments: texts,
      creationTime: instant,
      lastAuthorizedTime: instant,
      lastDeauthorizedTime: instant,
      ssoExempt: flag,
    })
    .nullish(),
  lastSeen: instant,
  physicalAddress: text,
  clientVersion: text,
});

export const OrganizationMember = z.looseObject({
  userId: z.string().meta({ title: 'Id of the user' }),
  orgId: text,
  name: text,
  email: text,
});

export const Invitation = z.looseObject({
  id: text.meta({ title: 'Id' }),
  orgId: text,
  email: text.meta({ title: 'E-mail address', example: 'ada@example.com' }),
  status: text.meta({ title: 'pending, accepted or canceled' }),
  creation_time: instant,
  update_time: instant,
  ownerEmail: text,
});
