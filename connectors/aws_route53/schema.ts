import { z } from 'zod';

/** Records of Amazon Route 53. @see https://docs.aws.amazon.com/Route53/latest/APIReference/API_Types_Amazon_Route_53.html */

const id = z.string().meta({ title: 'Id' });
const text = z.string().nullish();
const flag = z.boolean().nullish();
const whole = z.int().nullish();

export const HostedZone = z.looseObject({
  Id: id,
  Name: text,
  CallerReference: text,
  Config: z.looseObject({ Comment: text, PrivateZone: flag }).nullish(),
  ResourceRecordSetCount: whole,
  LinkedService: z.looseObject({ ServicePrincipal: text, Description: text }).nullish(),
});

export const NewZone = z.looseObject({ Name: z.string().meta({ title: 'Domain' }), Comment: z.string().optional() });

export const RecordSet = z.looseObject({
  HostedZoneId: z.string().meta({ title: 'Id of the zone' }),
  Name: z.string().meta({ title: 'Name' }),
  Type: z.string().meta({ title: 'Type' }),
  SetIdentifier: text.meta({ title: 'Identifier among sets of the same name and type' }),
  TTL: whole,
  ResourceRecords: z.array(z.looseObject({ Value: text })).nullish(),
  AliasTarget: z.looseObject({ HostedZoneId: text, DNSName: text, EvaluateTargetHealth: flag }).nullish(),
  Weight: whole,
  Region: text,
  Failover: text,
  MultiValueAnswer: flag,
  HealthCheckId: text,
});

/** A set of one value, without a routing policy. */
export const WrittenSet = z.looseObject({
  HostedZoneId: z.string().meta({ title: 'Id of the zone' }),
  Name: z.string().meta({ title: 'Name' }),
  Type: z.string().meta({ title: 'Type' }),
  TTL: z.int().meta({ title: 'Time to live in seconds' }),
  Value: z.string().meta({ title: 'Value' }),
});

export const HealthCheck = z.looseObject({
  Id: id,
  CallerReference: text,
  HealthCheckVersion: whole,
  HealthCheckConfig: z
    .looseObject({
      Type: text,
      IPAddress: text,
      Port: whole,
      FullyQualifiedDomainName: text,
      ResourcePath: text,
      RequestInterval: whole,
      FailureThreshold: whole,
      Disabled: flag,
    })
    .nullish(),
});
