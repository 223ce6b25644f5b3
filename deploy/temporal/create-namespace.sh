#!/bin/sh
# Makes the namespace and the search attributes of runs; does nothing about those that are there.
# TEMPORAL_ADDRESS and TEMPORAL_NAMESPACE come from the environment, where the CLI reads them, too.
set -eu

wait_for() {
  what=$1
  shift
  attempt=0
  until "$@" >/dev/null 2>&1; do
    attempt=$((attempt + 1))
    if [ "$attempt" -ge 60 ]; then
      echo "$what is not there after two minutes ($TEMPORAL_ADDRESS)." >&2
      exit 1
    fi
    sleep 2
  done
}

wait_for 'The Temporal server' temporal operator cluster health
temporal operator namespace describe --namespace "$TEMPORAL_NAMESPACE" >/dev/null 2>&1 ||
  temporal operator namespace create --namespace "$TEMPORAL_NAMESPACE" --retention 720h

# A new namespace is known everywhere only some seconds later.
wait_for "The namespace $TEMPORAL_NAMESPACE" temporal operator search-attribute list
known=$(temporal operator search-attribute list)
for attribute in HubOrg=Keyword HubIntegration=Keyword HubConnectors=KeywordList HubTrigger=Keyword \
  HubIntegrationName=Keyword HubOutcome=Keyword; do
  name=${attribute%=*}
  if echo "$known" | grep -q "$name "; then continue; fi
  temporal operator search-attribute create --name "$name" --type "${attribute#*=}"
done
