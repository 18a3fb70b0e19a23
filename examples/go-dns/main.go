package main

import (
	"example.com/pulumi-idm/sdk/go/idm"
	"github.com/pulumi/pulumi-aws/sdk/v7/go/aws/route53"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		settings := config.New(ctx, "")

		login, err := idm.NewCustomDomain(ctx, "login", &idm.CustomDomainArgs{
			Domain: pulumi.String(settings.Require("domain")),
			Type:   idm.CustomDomainTypeServiceManagedCerts,
		})
		if err != nil {
			return err
		}

		proof, err := route53.NewRecord(ctx, "login-proof", &route53.RecordArgs{
			ZoneId:  pulumi.String(settings.Require("zoneId")),
			Name:    login.VerificationRecord.Name(),
			Type:    login.VerificationRecord.Type(),
			Records: pulumi.StringArray{login.VerificationRecord.Value()},
			Ttl:     pulumi.Int(60),
		})
		if err != nil {
			return err
		}

		ready, err := idm.NewCustomDomainVerification(ctx, "login", &idm.CustomDomainVerificationArgs{
			CustomDomainId: login.CustomDomainId,
			RecordFqdns:    pulumi.StringArray{proof.Fqdn},
		})
		if err != nil {
			return err
		}

		ctx.Export("domain", ready.Domain)
		ctx.Export("status", ready.Status)
		return nil
	})
}
